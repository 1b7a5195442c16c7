import { readFile } from 'node:fs/promises';
import { isAppError } from '@redoubt/kernel';
import {
  eraseActivity,
  formatAnchor,
  readAnchors,
  tenantOperator,
  verifyChain,
  type Anchor,
  type ChainCheck,
  type HashingKeys,
} from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import { withDatabase } from '../boot/data.ts';
import { readInstallationKeys } from '../boot/installation-key.ts';
import { operatorOf } from '../boot/operator.ts';
import { chooseTenants, type Tenant } from '../boot/tenants.ts';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { formatCount } from '../terminal/format.ts';
import { describeFinding } from './findings.ts';

type TenantOption = { readonly tenant?: string };
type VerifyOptions = TenantOption & { readonly anchor?: string; readonly json?: true };
type EraseOptions = TenantOption & { readonly by?: string };

const readAnchorFile = async (typed: string | undefined, context: CliContext): Promise<readonly Anchor[]> => {
  if (typed === undefined) return [];
  const path = context.resolvePath(typed);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliError(`${path} cannot be read.`, { exitCode: 2, cause: error });
  });
  const { anchors, badLines } = readAnchors(text);
  if (badLines.length > 0)
    throw new CliError(`${path} holds what is no anchor, in line ${badLines.join(', ')}.`, { exitCode: 2 });
  if (anchors.length === 0) throw new CliError(`${path} holds no anchor.`, { exitCode: 2 });
  return anchors;
};

const summaryOf = ({ name }: Tenant, { sequence, from, erased, findings }: ChainCheck, anchors: number): string => {
  const looked = `${name}: ${formatCount(sequence - from)} entries`;
  const aside = [
    ...(from > 0 ? [`those up to number ${formatCount(from)} were removed by age`] : []),
    ...(erased > 0 ? [`${formatCount(erased)} with erased content`] : []),
    ...(anchors > 0 ? [`${formatCount(anchors)} anchors`] : []),
  ];
  const with_ = aside.length === 0 ? '' : ` (${aside.join(', ')})`;
  return findings.length === 0
    ? `${looked}${with_}, as they were written.`
    : `${looked}${with_}, ${formatCount(findings.length)} places that are not as they were written:`;
};

/** What the beginning of a shortened log is signed with; undefined where the key of the installation is not at hand. */
const signingKey = (context: CliContext, database: Database): Promise<HashingKeys | undefined> =>
  readInstallationKeys(context, database).then(
    ({ hashing }) => hashing,
    () => undefined,
  );

const verify = async ({ tenant: given, anchor, json }: VerifyOptions, context: CliContext): Promise<void> => {
  const anchors = await readAnchorFile(anchor, context);
  const broken = await withDatabase(context, async (database) => {
    let found = 0;
    const key = await signingKey(context, database);
    for (const tenant of chooseTenants(await database.listTenants(), given)) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one chain after the other
      const check = await verifyChain(database, tenant.tenantId, {
        anchors,
        key: key?.of(tenant.tenantId),
        signal: context.stop,
      });
      found += check.findings.length;
      if (json) {
        context.terminal.print(JSON.stringify({ tenant: tenant.tenantId, name: tenant.name, ...check }));
        continue;
      }
      const own = anchors.filter((each) => each.tenant === tenant.tenantId).length;
      context.terminal.print(summaryOf(tenant, check, own));
      if (check.from > 0 && key === undefined)
        context.terminal.print('  The signature of its beginning was not checked: REDOUBT_KEY is not at hand.');
      for (const finding of check.findings) context.terminal.print(`  ${describeFinding(finding)}`);
    }
    return found;
  });
  if (broken > 0) throw new CliError('');
};

const anchor = ({ tenant: given }: TenantOption, context: CliContext): Promise<void> =>
  withDatabase(context, async (database) => {
    for (const { tenantId } of chooseTenants(await database.listTenants(), given)) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one chain after the other
      const { sequence, hash, findings } = await verifyChain(database, tenantId, { signal: context.stop });
      const at = new Date(context.clock.now()).toISOString();
      context.terminal.print(formatAnchor({ tenant: tenantId, sequence, hash, at, findings: findings.length }));
    }
  });

const REFUSALS: Readonly<Record<string, string>> = {
  'ACTIVITY-UNKNOWN': 'has no such entry',
  'ACTIVITY-ERASED': 'holds no content of that entry any more',
  'ACTIVITY-KEPT': 'keeps entries about erasures, by which the chain is checked',
};

const erase = (entryId: string, { tenant: given, by }: EraseOptions, context: CliContext): Promise<void> =>
  withDatabase(context, async (database) => {
    const [tenant, ...more] = chooseTenants(await database.listTenants(), given);
    if (tenant === undefined || more.length > 0)
      throw new CliError('Name the tenant with --tenant: there are several.', { exitCode: 2 });
    const { tenantId, name } = tenant;
    try {
      const operator = tenantOperator(database, context.clock, tenantId, operatorOf('audit erase', by));
      await eraseActivity(operator, entryId.toLowerCase());
    } catch (error) {
      const reason = isAppError(error) ? REFUSALS[error.code] : undefined;
      throw reason === undefined ? error : new CliError(`The activity log of ${name} ${reason}.`, { cause: error });
    }
    context.terminal.print(`Erased the content of entry ${entryId}; the chain holds.`);
  });

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `redoubt audit verify`, `redoubt audit anchor`, `redoubt audit erase <entry>` */
export const defineAudit: DefineCommand = (audit, context) => {
  const place = 'Works on the data of REDOUBT_DATA, or of DATABASE_URL where that is set; the server may run.';
  const tenantOption = ['--tenant <id or name>', 'only this tenant'] as const;
  audit
    .command('verify')
    .description(
      `Check that every entry of the activity log is as it was written, and name those that are not. Exit code 1 where any is not. ${place}`,
    )
    .option(...tenantOption)
    .option('--anchor <file>', 'also compare with the anchors that were kept in this file')
    .option('--json', 'print one line of JSON for each tenant')
    .action((options: VerifyOptions) => verify(options, context));
  audit
    .command('anchor')
    .description(`Print where each chain stands now, to be kept outside the database. ${place}`)
    .option(...tenantOption)
    .action((options: TenantOption) => anchor(options, context));
  audit
    .command('erase')
    .description(
      `Erase who and what of one entry, where a person has a right to that. The chain still holds, and the log keeps that it was done. ${place}`,
    )
    .argument('<entry>', 'id of the entry')
    .option('--tenant <id or name>', 'whose entry it is; needed where there are several tenants')
    .option('--by <name>', 'who erases it, for the activity log; else the user of this machine')
    .action((entry: string, options: EraseOptions) => {
      if (!UUID.test(entry)) throw new CliError(`“${entry}” is no id of an entry.`, { exitCode: 2 });
      return erase(entry, options, context);
    });
};
