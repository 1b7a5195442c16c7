import type { Plugin } from 'vite';
import { calls, constantsOf, withChanges } from './syntax.ts';

/** Packages of data and functions: working out a constant changes nothing else. */
const PURE = /\/packages\/(?:contracts|domain)\/src\/.*\.ts(?:\?(?:light|rest))?$/;
/** In the code of the console that holds for schemas. */
const SCHEMA = /^z\s*\./;

/** The code of a module whose constants leave nothing behind where no code reads them. */
export const withPureConstants = (code: string, isPure: (text: string) => boolean): string =>
  withChanges(
    code,
    constantsOf(code)
      .filter(({ value }) => calls(value) && isPure(code.slice(value.start, value.end)))
      .flatMap(({ value: { start, end } }) => [
        { start, end: start, text: '/*#__PURE__*/(() => (' },
        { start: end, end, text: '))()' },
      ]),
  );

/**
 * Says of schemas, and of all constants of packages of data, that they may be left out where no code reads them. A bundler does not
 * know what a call does, so each would come with every page that takes something else from its module.
 */
export const pureConstants = (): Plugin => ({
  name: 'pure-constants',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: [PURE, /\/apps\/console\/src\/.*\.ts$/], code: /^(?:export )?const /m },
    handler: (code, id) => {
      const isPure = (text: string): boolean => PURE.test(id) || SCHEMA.test(text);
      return { code: withPureConstants(code, isPure), map: null };
    },
  },
});
