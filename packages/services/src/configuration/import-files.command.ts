import type { BodyOf, ConfigurationImport, importConfiguration as endpoint } from '@redoubt/contracts';
import type { EnvironmentContext } from '../context.ts';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { importConfiguration } from './import-configuration.command.ts';

/**
 * Makes an environment decide as the files of a call say; secrets come with the call. Throws what importing throws.
 */
export const importFiles = async (
  context: EnvironmentContext,
  calls: ExternalCalls,
  { secrets, texts, ...input }: Omit<BodyOf<typeof endpoint>, 'note'>,
): Promise<ConfigurationImport> => {
  // Samples of rules are events: people who see masks get names alone.
  const showsTexts = texts && !seesMasks(context, context.environmentId);
  const variable = (name: string): string | undefined => (Object.hasOwn(secrets, name) ? secrets[name] : undefined);
  const { changes, unchanged, ignored, problems, warnings, applied } = await importConfiguration(context, {
    ...input,
    calls,
    variable,
  });
  return {
    changes: changes.map(({ kind, name, change, isData, before, after }) => ({
      kind,
      name,
      change,
      ...(showsTexts ? { texts: { isData, before: [...before], after: [...after] } } : {}),
    })),
    unchanged,
    ignored: [...ignored],
    problems: [...problems],
    warnings: [...warnings],
    applied,
  };
};
