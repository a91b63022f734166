"""Files of the learner: sessions opened, saved and kept; numbers written. No mathematics."""
