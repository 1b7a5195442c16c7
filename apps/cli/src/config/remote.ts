import {
  exportConfiguration,
  importConfiguration,
  type ConfigurationImport,
  type ResourceKindName,
} from '@redoubt/contracts';
import { invariant } from '@redoubt/kernel';
import type { ConfigurationFile, ImportReport } from '@redoubt/services';
import type { CliContext } from '../cli-context.ts';
import { createConsoleClient } from '../connection/console-client.ts';

type Place = { readonly environment: string; readonly without: readonly ResourceKindName[] };

type TakenIn = { readonly report: ImportReport; readonly request: { readonly id: string } | null };

/** What an environment of another machine decides by, as files. */
export const exportFrom = async (
  context: CliContext,
  server: string,
  { environment, without }: Place,
): Promise<readonly ConfigurationFile[]> => {
  const client = createConsoleClient(context, server);
  const { id: environmentId } = await client.environmentOf(environment);
  const answer = await client.call(exportConfiguration, {
    params: { environmentId },
    query: { without: without.join(',') },
  });
  invariant(answer.kind === 'done', 'an export changes nothing');
  return answer.answer.files;
};

/** Values of the variables that files name in place of secrets; no other variable leaves this machine. */
const secretsOf = (
  files: readonly ConfigurationFile[],
  variables: CliContext['variables'],
): Readonly<Record<string, string>> => {
  const holders = files.filter(({ path }) => /^(?:external-calls|database-lists)\//.test(path));
  const named = holders.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:variable|secret): *["']?([A-Za-z_]\w*)/g)].map(([, name = '']) => name),
  );
  return Object.fromEntries(
    named.flatMap((name) => {
      const value = variables[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
};

const reportOf = ({ changes, ...rest }: ConfigurationImport): ImportReport => ({
  ...rest,
  // Codes of the language; over the wire they are text.
  warnings: rest.warnings as ImportReport['warnings'],
  changes: changes.map(({ texts, ...change }) => ({
    ...change,
    ...(texts ?? { isData: true, before: [], after: [] }),
  })),
});

/** Takes files into an environment of another machine, or says what that would change. */
export const takeInAt = async (
  context: CliContext,
  server: string,
  place: Place,
  input: {
    readonly files: readonly ConfigurationFile[];
    readonly apply: boolean;
    readonly prune: boolean;
    readonly replace: boolean;
    readonly fromNow: boolean;
    readonly note: string;
  },
): Promise<TakenIn> => {
  const client = createConsoleClient(context, server);
  const { id: environmentId } = await client.environmentOf(place.environment);
  const { fromNow, files, apply, ...rest } = input;
  const send = (isApplied: boolean) =>
    client.call(importConfiguration, {
      params: { environmentId },
      body: {
        ...rest,
        files: [...files],
        apply: isApplied,
        texts: true,
        without: [...place.without],
        velocityStart: fromNow ? 'fromNow' : 'withHistory',
        secrets: secretsOf(files, context.variables),
      },
    });
  const answer = await send(apply);
  if (answer.kind === 'done') return { report: reportOf(answer.answer), request: null };
  // A change that waits says only that; what it would change is what a trial says.
  const trial = await send(false);
  invariant(trial.kind === 'done', 'a trial changes nothing');
  return { report: reportOf(trial.answer), request: answer.request };
};
