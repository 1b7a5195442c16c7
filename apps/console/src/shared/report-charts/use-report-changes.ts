import type { LinkedChange } from '@redoubt/contracts';
import { isBuiltInAssessment, type AssessmentName, type Permission } from '@redoubt/domain';
import type { ChartMark } from '@redoubt/ui';
import { useMemo } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useEnvironment, useMay } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';
import { rulesHref } from '../assessments/assessment.ts';
import { letteredChanges } from '../reports/day.ts';
import { useChangeText } from '../reports/use-change-text.ts';
import { useTargetName } from '../resources/use-target-name.ts';
import type { ReportQuestion } from './report-address.ts';
import { reportChangesQuery } from './report.queries.ts';

/** Who may follow a link to a change. */
const PERMISSIONS: Readonly<Record<string, Permission>> = {
  DecisionRule: 'decisionRules:read',
  RuleSet: 'decisionRules:read',
  CustomList: 'lists:read',
  SupportList: 'lists:read',
  VelocitySet: 'functionsAndVelocities:read',
  Function: 'functionsAndVelocities:read',
  ExternalCall: 'externalCalls:read',
  ExternalAssessment: 'externalCalls:read',
};

/** Where the version that a change made is shown; undefined for what is gone or has no page. */
export const changeHref = (
  { resourceType, resourceId, version, operation, environmentId }: LinkedChange,
  assessment: AssessmentName,
  hereId: string,
): string | undefined => {
  if (operation === 'Delete') return undefined;
  const env = environmentId === hereId ? {} : { env: environmentId };
  switch (resourceType) {
    case 'DecisionRule':
      return rulesHref(assessment, { rule: resourceId, ...(version === null ? {} : { version }), ...env });
    case 'RuleSet':
      return isBuiltInAssessment(assessment) ? rulesHref(assessment, env) : undefined;
    case 'CustomList':
      return hrefOf('/data/lists/custom', undefined, { list: resourceId, do: 'versions', ...env });
    case 'SupportList':
      return hrefOf('/data/lists/support', undefined, { list: resourceId, ...env });
    case 'VelocitySet':
      return hrefOf('/data/velocities', undefined, { set: resourceId, ...env });
    case 'Function':
      return hrefOf('/data/functions', undefined, { function: resourceId, ...env });
    case 'ExternalCall':
      return hrefOf('/data/externalcalls', undefined, { call: resourceId, ...env });
    case 'ExternalAssessment':
      return hrefOf('/data/externalassessments', undefined, { assessment: resourceId, ...env });
    default:
      return undefined;
  }
};

/** A change with the letter that marks it in the charts. */
export type MarkedChange = LinkedChange & { readonly letter: string; readonly href: string | undefined };

/** Changes, given newest first, with the letters that mark them: A is the first of the period. */
export const useChangeMarks = (
  found: readonly LinkedChange[],
  assessment: AssessmentName,
): { readonly changes: readonly MarkedChange[]; readonly marks: readonly ChartMark[] } => {
  const { id } = useEnvironment();
  const may = useMay();
  const say = useChangeText();
  const nameOf = useTargetName();
  return useMemo(() => {
    const lettered = letteredChanges(found.toReversed(), Number.NEGATIVE_INFINITY, found.length);
    const changes: readonly MarkedChange[] = found
      .toReversed()
      .map((change, at) => {
        const permission = PERMISSIONS[change.resourceType];
        const mayOpen = permission !== undefined && may(permission);
        const href = mayOpen ? changeHref(change, assessment, id) : undefined;
        return { ...change, letter: lettered[at]?.letter ?? '', href };
      })
      .toReversed();
    const marks: readonly ChartMark[] = changes.map(({ at, letter, href, ...change }) => ({
      atMs: Date.parse(at),
      letter,
      text: `${nameOf(change.resourceType, change.resourceName)}: ${say({ ...change, at, letter })}`,
      href,
    }));
    return { changes, marks };
  }, [found, assessment, id, may, say, nameOf]);
};

const NONE: readonly LinkedChange[] = [];

/** What was published or changed in the period of a question, newest first, and the marks that charts show of it. */
export const useReportChanges = (question: ReportQuestion) => {
  const query = useRead(reportChangesQuery, question);
  return { query, ...useChangeMarks(query.data?.changes ?? NONE, question.assessment) };
};
