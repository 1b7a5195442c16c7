/** Rows that change together. */
export const CHUNK_ROWS = 40;
/** A chunk changes in every content whose number leaves the same remainder. */
const CHANGED_EVERY = 50;
/** Of its rows every so many-th gets another key too. */
const RENAMED_EVERY = 7;

/** The newest content, up to and including a version, that changed a row; 0 where none did. */
const changedIn = (row: number, version: number): number => {
  const chunk = Math.floor(row / CHUNK_ROWS) % CHANGED_EVERY;
  return Math.max(0, version - ((version - chunk + CHANGED_EVERY) % CHANGED_EVERY));
};

/** Key of a row in a content of a list that changes from one to the next. */
export const keyIn = (row: number, version: number): string =>
  row % RENAMED_EVERY === 0 ? `Key-${row}-${changedIn(row, version)}` : `Key-${row}`;

/** Value of the row in it. */
export const valueIn = (row: number, version: number): string => `${row}@${changedIn(row, version)}`;
