import type { Endpoint } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import { makeOrPropose, type RequestedChange } from '../changes/propose-change.ts';
import type { EnvironmentContext } from '../context.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { importConfiguration, type ImportReport } from './import-configuration.command.ts';
import type { ImportInput } from './import-input.ts';

/** The call of the endpoint table that carries out what was approved. */
type ImportEndpoint = Pick<Endpoint, 'id' | 'permission' | 'bodyLimitBytes'>;

export type ProposedImport = {
  /** What the files change, whether that was done or requested. */
  readonly report: ImportReport;
  /** The request that was left; null where no second person is needed. */
  readonly request: RequestedChange | null;
};

/**
 * Imports files, or leaves a request for it where a second person approves what changes decisions: the request holds the
 * files and, sealed, the values of the variables they name. A newer request of the same environment takes the place of
 * the one before. Throws CONFIGURATION-STALE, CHANGE-LIMIT, and CHANGE-TOO-LARGE for files that no call may hold.
 *
 * @param note why, for the second person.
 */
export const importOrPropose = async (
  context: EnvironmentContext,
  box: SecretBox,
  endpoint: ImportEndpoint,
  { note, ...input }: ImportInput & { readonly note: string },
): Promise<ProposedImport> => {
  const secrets = new Map<string, string>();
  const variable = (name: string): string | undefined => {
    const value = input.variable?.(name);
    if (value !== undefined) secrets.set(name, value);
    return value;
  };
  let report: ImportReport | undefined;
  const call = () => {
    const { files, prune, replace = false, without, velocityStart } = input;
    const body: JsonObject = {
      files: files.map((file) => ({ ...file })),
      prune,
      replace,
      without: [...without],
      velocityStart,
      apply: true,
    };
    const bytes = Buffer.byteLength(JSON.stringify(body));
    if (bytes > endpoint.bodyLimitBytes) throw fail('CHANGE-TOO-LARGE', { bytes, limitBytes: endpoint.bodyLimitBytes });
    const sealed = secrets.size === 0 ? {} : { secrets: Object.fromEntries(secrets) };
    return { params: { environmentId: context.environmentId }, query: {}, body: { ...body, ...sealed }, file: null };
  };
  const { id, permission } = endpoint;
  const outcome = await makeOrPropose(context, box, { endpoint: id, permission, call, note }, async (tried) => {
    report = await importConfiguration(tried, { ...input, variable });
    return report;
  });
  if (outcome.kind === 'done') return { report: outcome.result, request: null };
  if (!report) throw new Error('an import that was requested was tried before');
  return { report: { ...report, applied: false }, request: outcome.request };
};
