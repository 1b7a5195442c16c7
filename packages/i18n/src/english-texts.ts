/** English texts of the code that is loaded, by namespace. */
const catalogues = new Map<string, object>();
let onArrival: ((namespace: string, catalogue: object) => void) | undefined;

/**
 * Gives the English catalogue of a namespace to the console. Called by the module that a build puts before each module that
 * names the namespace, so English is there whenever code that says it runs.
 */
export const provideEnglish = (namespace: string, catalogue: object): void => {
  catalogues.set(namespace, catalogue);
  onArrival?.(namespace, catalogue);
};

/** The namespaces that loaded code names. */
export const namedNamespaces = (): readonly string[] => [...catalogues.keys()];

/** The English catalogue of a namespace; empty where no loaded code names it, or where its texts are their own keys. */
export const englishOf = (namespace: string): object => catalogues.get(namespace) ?? {};

/** Calls back for each catalogue that arrives from now on. */
export const onEnglishArrival = (callback: (namespace: string, catalogue: object) => void): void => {
  onArrival = callback;
};
