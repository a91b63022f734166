"""Practice without end: generators that make questions from a seed, answered by the engine."""
