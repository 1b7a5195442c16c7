import {
  ALERT_CONDITIONS,
  ALERT_FIGURE_FACTS,
  ALERT_FIGURES,
  ALERT_NOTIFIED,
  ALERT_SEVERITIES,
  ALERT_WINDOWS_IN_A_ROW,
  alertProblem,
  DECISIONS,
  DEFAULT_SILENCE_HOURS,
  MAX_ALERT_NAME,
  MAX_ALERT_TARGET,
  MAX_ALERT_URL,
  MAX_SILENCE_HOURS,
  nameKey,
  type AlertFigure,
} from '@redoubt/domain';
import {
  listAlertRules,
  listAlerts,
  listAllViews,
  listCaseQueues,
  listExternalCalls,
  type AlertDefinition,
  type StoredAlert,
  type TenantTransaction,
} from '@redoubt/storage';
import { z } from 'zod';
import { readAssessmentNames } from '../../assessment-kinds/assessment-names.ts';
import type { EnvironmentContext } from '../../context.ts';
import { decidingEnvironmentIds, loadSubtree } from '../../environments/subtree.ts';
import { failAt } from '../../problems.ts';
import { tagOf } from '../../version-tag.ts';
import { changeAlert, createAlert, deleteAlert } from '../../series-alerts/alerts.commands.ts';
import { fileNameOf } from '../configuration-file.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { yamlFile } from '../yaml-file.ts';
import { yamlReader } from './yaml-reader.ts';

/** The target by its name. */
type AlertContent = AlertDefinition & { readonly name: string };

const schema = z
  .strictObject({
    alert: z.string().trim().min(1).max(MAX_ALERT_NAME),
    figure: z.enum(ALERT_FIGURES),
    of: z.string().min(1).max(MAX_ALERT_TARGET).nullable().default(null),
    decision: z.enum(DECISIONS).nullable().default(null),
    includeChildren: z.boolean().default(true),
    windowMinutes: z.number().int(),
    condition: z.enum(ALERT_CONDITIONS),
    threshold: z.number().min(-1e12).max(1e12).nullable().default(null),
    windowsInARow: z
      .number()
      .refine((value) => ALERT_WINDOWS_IN_A_ROW.some((each) => each === value), 'is not offered')
      .default(1),
    severity: z.enum(ALERT_SEVERITIES).default('Warning'),
    notified: z.enum(ALERT_NOTIFIED).default('roles'),
    webhook: z.string().max(MAX_ALERT_URL).nullable().default(null),
    silenceHours: z.number().int().min(1).max(MAX_SILENCE_HOURS).default(DEFAULT_SILENCE_HOURS),
  })
  .check(({ value: { of, windowsInARow, ...rest }, issues }) => {
    const problem = alertProblem({ ...rest, target: of, row: windowsInARow });
    if (problem)
      issues.push({
        code: 'custom',
        path: [problem.field === 'target' ? 'of' : problem.field],
        message: problem.message,
        input: of,
      });
  });

type Target = { readonly id: string; readonly name: string };

/** What a figure can be measured of here, by the names that files call it. */
const targetsOf = async (
  trx: TenantTransaction,
  environmentId: string,
  figure: AlertFigure,
): Promise<readonly Target[]> => {
  const { subject } = ALERT_FIGURE_FACTS[figure];
  if (subject === 'assessment')
    return (await readAssessmentNames(trx, environmentId)).map(({ kind, name }) => ({ id: kind, name }));
  if (subject === 'rule') {
    // Rules of two assessments may have one name.
    const names = new Map<string, string>();
    for (const { kind, name } of await readAssessmentNames(trx, environmentId)) names.set(kind, name);
    const deciding = decidingEnvironmentIds(await loadSubtree(trx, environmentId), true);
    return (await listAlertRules(trx, deciding)).map(({ id, name, assessment }) => ({
      id,
      name: `${names.get(assessment) ?? assessment}: ${name}`,
    }));
  }
  // Private searches of people are no part of a configuration.
  if (subject === 'search')
    return (await listAllViews(trx, { environmentId, page: 'search' })).filter(({ isShared }) => isShared);
  if (subject === 'externalCall') return listExternalCalls(trx, environmentId);
  return subject === 'queue' ? listCaseQueues(trx, environmentId, []) : [];
};

const find = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  name: string,
): Promise<StoredAlert | undefined> =>
  (await listAlerts(trx, environmentId)).find((each) => nameKey(each.name) === nameKey(name));

/**
 * Alerts on series. Who gets mails, what webhooks are signed with, and when an alert was open is no part of a configuration: the
 * place that takes a file in makes a secret of its own. One whose target is gone measures nothing and is left out.
 */
export const alertKind: ResourceKind<AlertContent> = {
  kind: 'alert',
  capability: 'alerts',
  owns: (path) => /^alerts\/[^/]+\.ya?ml$/.test(path),
  nameOf: ({ name }) => name,
  filesOf: ({ name, target, row, webhookUrl, ...each }) => [
    yamlFile(`alerts/${fileNameOf(name)}.yaml`, {
      alert: name,
      figure: each.figure,
      ...(target === null ? {} : { of: target }),
      ...(each.decision === null ? {} : { decision: each.decision }),
      includeChildren: each.includeChildren,
      windowMinutes: each.windowMinutes,
      condition: each.condition,
      ...(each.threshold === null ? {} : { threshold: each.threshold }),
      windowsInARow: row,
      severity: each.severity,
      notified: each.notified,
      ...(webhookUrl === null ? {} : { webhook: webhookUrl }),
      silenceHours: each.silenceHours,
    }),
  ],
  read: yamlReader(schema, ({ alert, of, windowsInARow, webhook, ...content }, source) => ({
    content: { ...content, name: alert.trim(), target: of, row: windowsInARow, webhookUrl: webhook },
    placeOf: (path) => {
      const member = path.replace(/^body\./, '');
      const names: Readonly<Record<string, string>> = {
        '': 'alert',
        name: 'alert',
        target: 'of',
        webhookUrl: 'webhook',
      };
      return { path: source.file.path, ...source.placeOf([names[member] ?? member]) };
    },
  })),
  load: async (trx, { environmentId }) => {
    const contents: AlertContent[] = [];
    for (const { name, definition } of await listAlerts(trx, environmentId)) {
      const { figure, target } = definition;
      const isNamed = target !== null && ALERT_FIGURE_FACTS[figure].subject !== 'api';
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      const named = isNamed
        ? (await targetsOf(trx, environmentId, figure)).find(({ id }) => id === target)?.name
        : target;
      if (named !== undefined) contents.push({ ...definition, name, target: named });
    }
    return contents;
  },
  put: async (trx, context, { name, ...content }, { calls }) => {
    const { figure, target } = content;
    const isNamed = target !== null && ALERT_FIGURE_FACTS[figure].subject !== 'api';
    const id = isNamed
      ? (await targetsOf(trx, context.environmentId, figure)).find((each) => nameKey(each.name) === nameKey(target))?.id
      : target;
    if (id === undefined)
      throw failAt('ALERT-TARGET', { target: target ?? '' }, [{ path: 'target', message: 'is not there' }]);
    const known = await find(trx, context, name);
    const text = { ...content, name, target: id };
    if (known) await changeAlert(context, calls, known.id, { ...text, version: tagOf(known.version) });
    else await createAlert(context, calls, text);
  },
  remove: async (trx, context, { name }) => {
    const known = await find(trx, context, name);
    if (known) await deleteAlert(context, known.id, tagOf(known.version));
  },
};
