/** Version of the rule language behind recorded results; replay says so when it has changed since. */
export const LANGUAGE_VERSION = 1;
