"""What slides in beside a lab: the Try drawer, the rail that stays of the lesson, their rows."""
