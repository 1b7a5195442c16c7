let writesJson = false;

/**
 * From here on what is said goes to the log of a service: one JSON object a line where nobody looks at a terminal, in the
 * form of the server that follows.
 */
export const sayToLog = () => {
  writesJson = process.stderr.isTTY !== true;
};

/** Levels of the server's log. */
const LEVELS = { info: 30, fatal: 60 };

/**
 * Says one sentence on standard error, because the program that runs next may have something to say to another one.
 * @param {string} sentence
 * @param {keyof typeof LEVELS} [level]
 */
export const say = (sentence, level = 'info') => {
  const line = writesJson ? JSON.stringify({ level: LEVELS[level], time: Date.now(), msg: sentence.trim() }) : sentence;
  process.stderr.write(`${line}\n`);
};
