/**
 * What a module gives out to others, written from its text alone; undefined where that takes other files, as for an export
 * whose type is left to the compiler.
 * @typedef {(path: string, text: string) => string | undefined} DeclarationOf
 */

const TYPESCRIPT = /(?<!\.d)\.tsx?$/;

/**
 * Loads the compiler of declarations, which is there only once packages are installed.
 * @returns {Promise<DeclarationOf>}
 */
export const loadDeclarations = async () => {
  const { isolatedDeclarationSync } = await import('rolldown/experimental');
  return (path, text) => {
    if (!TYPESCRIPT.test(path)) return undefined;
    const { code, errors } = isolatedDeclarationSync(path, text);
    return errors.length === 0 ? code : undefined;
  };
};
