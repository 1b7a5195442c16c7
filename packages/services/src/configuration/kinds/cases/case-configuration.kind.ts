import {
  CASE_ACTIONS,
  LABEL_ACTIONS,
  MAX_CASE_ACTION_CODE,
  MAX_CASE_DECISIONS,
  MAX_CASE_REASONS,
  MAX_DECISION_NAME,
  MAX_DECISION_REASON,
  SENTIMENTS,
  type CaseConfiguration,
} from '@redoubt/domain';
import { listCaseConfigurations } from '@redoubt/storage';
import { z } from 'zod';
import { assessmentNamed, readAssessmentNames } from '../../../assessment-kinds/assessment-names.ts';
import { asCaseConfigurationJson, fromCaseConfigurationJson } from '../../../case-settings/case-configuration-json.ts';
import { putCaseConfiguration } from '../../../case-settings/case-settings.commands.ts';
import { tagOf } from '../../../version-tag.ts';
import type { ResourceKind } from '../../resource-kind.ts';
import { codeBlock, readMembers, readYaml, stepsOf, yamlFile } from '../../yaml-file.ts';

type CaseConfigurationContent = {
  /** As files name it: the API name of one that people defined. */
  readonly assessment: string;
  readonly configuration: CaseConfiguration;
};

const PATH = /^cases\/decisions\/([^/]+)\.ya?ml$/;
const name = z.string().trim().min(1).max(MAX_DECISION_NAME);

/** The members of the JSON that Dynamics 365 Fraud Protection takes. */
export const caseDecisionsSchema = z.strictObject({
  defaultDecisionButtonName: name,
  queueDecisions: z
    .array(
      z.strictObject({
        name,
        caseAction: z.enum(CASE_ACTIONS),
        labelAction: z.enum(LABEL_ACTIONS).default('None'),
        reasons: z.array(z.string().trim().min(1).max(MAX_DECISION_REASON)).max(MAX_CASE_REASONS),
        buttonSentiment: z.enum(SENTIMENTS).nullable().default(null),
        fqlAction: z.string().max(MAX_CASE_ACTION_CODE).nullable().default(null),
      }),
    )
    .max(MAX_CASE_DECISIONS),
});

const CODE_PLACE = /^queueDecisions\[(\d+)\]\.fqlAction:(\d+):(\d+)$/;

/** Decisions and reasons of an assessment; a root environment has them for all below it. */
export const caseConfigurationKind: ResourceKind<CaseConfigurationContent> = {
  kind: 'caseConfiguration',
  capability: 'adminConfiguration',
  owns: (path) => PATH.test(path),
  nameOf: ({ assessment }) => assessment,
  filesOf: ({ assessment, configuration }) => {
    const { queueDecisions, defaultDecisionButtonName } = asCaseConfigurationJson(configuration);
    return [
      yamlFile(`cases/decisions/${assessment}.yaml`, {
        defaultDecisionButtonName,
        queueDecisions: queueDecisions.map(({ buttonSentiment, fqlAction, ...decision }) => ({
          ...decision,
          ...(buttonSentiment === null ? {} : { buttonSentiment }),
          ...(fqlAction === null ? {} : { fqlAction: codeBlock(fqlAction) }),
        })),
      }),
    ];
  },
  read: async (file, { reportProblem }) => {
    const source = readYaml(file);
    const [, assessment = ''] = PATH.exec(file.path) ?? [];
    const members = readMembers(source, caseDecisionsSchema, reportProblem);
    if (!members) return null;
    return {
      content: { assessment, configuration: fromCaseConfigurationJson(members) },
      placeOf: (path) => {
        const inFile = path.replace(/^body\.configuration\./, '');
        const [, index, line, column] = CODE_PLACE.exec(inFile) ?? [];
        if (index !== undefined)
          return {
            path: file.path,
            ...source.placeIn(['queueDecisions', Number(index), 'fqlAction'], Number(line), Number(column)),
          };
        return { path: file.path, ...source.placeOf(stepsOf(inFile)) };
      },
    };
  },
  load: async (trx, { environmentId }) => {
    const words = new Map<string, string>(
      (await readAssessmentNames(trx, environmentId)).map((each) => [each.kind, each.name]),
    );
    return (await listCaseConfigurations(trx, environmentId)).flatMap(({ assessment: kind, configuration }) => {
      const assessment = words.get(kind);
      // One whose assessment was deleted fits nothing any more.
      return assessment === undefined ? [] : [{ assessment, configuration }];
    });
  },
  put: async (trx, context, { assessment, configuration }) => {
    const kind = await assessmentNamed(trx, context.environmentId, assessment);
    const stored = (await listCaseConfigurations(trx, context.environmentId)).find((each) => each.assessment === kind);
    await putCaseConfiguration(context, kind, {
      version: tagOf(stored?.version ?? 0),
      configuration: asCaseConfigurationJson(configuration),
      remap: [],
    });
  },
};
