import { importConfiguration, type ImportReport } from '../configuration/import-configuration.command.ts';
import type { ImportInput } from '../configuration/import-input.ts';
import type { EnvironmentContext } from '../context.ts';

/** Applies configuration files, by their paths, to an environment; every secret they name is known. */
export const importFiles = (
  context: EnvironmentContext,
  texts: Readonly<Record<string, string>>,
  more: Partial<ImportInput> = {},
): Promise<ImportReport> =>
  importConfiguration(context, {
    files: Object.entries(texts).map(([path, text]) => ({ path, text })),
    prune: false,
    without: [],
    velocityStart: 'fromNow',
    apply: true,
    variable: () => 'the key',
    ...more,
  });
