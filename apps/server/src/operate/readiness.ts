type Sentences = () => readonly string[] | Promise<readonly string[]>;

/** What a node knows about its own state, in sentences for its operator. */
export type Readiness = {
  /** Adds a check of what events need; a sentence of it makes `/readyz` answer 503. */
  readonly require: (check: Sentences) => void;
  /** Adds a source of notes: what an operator should know although events are decided and stored. */
  readonly note: (source: Sentences) => void;
  readonly read: () => Promise<{ readonly missing: readonly string[]; readonly notes: readonly string[] }>;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Features add to it while they start; a source that fails is named in the place of its sentences. */
export const createReadiness = (): Readiness => {
  const checks: Sentences[] = [];
  const sources: Sentences[] = [];
  const gather = async (all: readonly Sentences[]): Promise<readonly string[]> => {
    const sentences = await Promise.all(
      all.map(async (each) => {
        try {
          return await each();
        } catch (error) {
          return [`The state of the node is unknown: ${messageOf(error)}.`];
        }
      }),
    );
    return sentences.flat();
  };
  return {
    require: (check) => void checks.push(check),
    note: (source) => void sources.push(source),
    read: async () => {
      const missing = await gather(checks);
      return { missing, notes: missing.length > 0 ? [] : await gather(sources) };
    },
  };
};
