/** What the words of statements and conditions do, as hover and completion say it. */
export const KEYWORD_HELP: Readonly<Record<string, string>> = {
  LET: 'Gives a value a name. It is worked out once, when it is first used, and never changes.',
  WHEN: 'The statement before it fires only where this holds.',
  RETURN: 'Decides the event and ends all rules.',
  OBSERVE: 'Adds values to the answer or the event stream and goes on.',
  DO: 'Runs an action.',
  AND: 'Both sides hold; the right one is not looked at where the left one does not.',
  OR: 'One of the sides holds; the right one is not looked at where the left one does.',
  NOT: 'The rest does not hold. Binds looser than a comparison.',
};
