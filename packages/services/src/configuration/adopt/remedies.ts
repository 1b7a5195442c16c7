/** What to do about a diagnostic of a text that comes from elsewhere. */
const REMEDIES: Readonly<Record<string, string>> = {
  'FQL-UNKNOWN-LIST': 'Bring the list along as a CSV file of that name, or create it in the environment.',
  'FQL-MISSPELT-LIST': 'Write the name as the list does.',
  'FQL-UNKNOWN-COLUMN': 'Compare the header of the CSV file with what the text reads.',
  'FQL-UNKNOWN-VELOCITY': 'Bring the text of its velocity set along, or create the set in the environment.',
  'FQL-UNKNOWN-OWN-FUNCTION': 'Create the function in the environment, under Data › Functions, before the import.',
  'FQL-UNKNOWN-SUPPORT-LIST': 'Name one of the five support lists: Email, Payment, IP, User or Device Support List.',
  'FQL-UNKNOWN-ATTRIBUTE': 'Look up how the event calls it in the ontology; what is your own stands under customData.',
  'FQL-SCORE-IN-CONDITION':
    'Ask for the score in the clauses of a later section; it is imported as it is all the same.',
};

const OTHERWISE = 'Correct the text; docs/language/guide.md describes the language.';

export const remedyFor = (code: string): string => REMEDIES[code] ?? OTHERWISE;
