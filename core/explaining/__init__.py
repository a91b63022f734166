"""Where any number of a trace comes from, term by term: `explain.explain(trace, step, index)`."""
