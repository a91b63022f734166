"""Two trained translators and the small language between English and French that they know.

`language` makes sentences, `reading` cuts a learner's, `loading` reads the weights, `network`
translates and keeps every step, `scoring` compares. None of them needs torch or Qt.
"""
