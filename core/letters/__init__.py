"""Three small trained models of letters: heads that specialise, induction, and reversal."""
