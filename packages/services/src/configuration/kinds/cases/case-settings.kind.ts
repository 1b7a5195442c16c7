import {
  CASE_HOLD_RANGE_MS,
  DEFAULT_CASE_SETTINGS,
  MAX_SECOND_REVIEW_LIMITS,
  type CaseSettings,
} from '@redoubt/domain';
import { findCaseSettings } from '@redoubt/storage';
import { z } from 'zod';
import { putCaseSettings } from '../../../case-settings/case-settings.commands.ts';
import { tagOf } from '../../../version-tag.ts';
import type { ResourceKind } from '../../resource-kind.ts';
import { yamlFile } from '../../yaml-file.ts';
import { placeInFile, yamlReader } from '../yaml-reader.ts';

const PATH = 'cases/settings.yaml';

const schema = z.strictObject({
  holdSeconds: z
    .number()
    .int()
    .min(CASE_HOLD_RANGE_MS.least / 1000)
    .max(CASE_HOLD_RANGE_MS.most / 1000),
  secondReview: z.strictObject({
    sharePercent: z.number().min(0).max(100),
    limits: z
      .array(z.strictObject({ currency: z.string().regex(/^[A-Z]{3}$/), amount: z.number().min(0).max(1e12) }))
      .max(MAX_SECOND_REVIEW_LIMITS)
      .default([]),
  }),
  hidesAgents: z.boolean().default(false),
  /** Left out by files of the time before it could be chosen: then it stays as it is. */
  masksPersonal: z.boolean().nullable().default(null),
});

/** Null where the file does not say whether personal fields are masked. */
type CaseSettingsContent = Omit<CaseSettings, 'masksPersonal'> & { readonly masksPersonal: boolean | null };

/** How an environment works on its cases, where it chose something. */
export const caseSettingsKind: ResourceKind<CaseSettingsContent> = {
  kind: 'caseSettings',
  capability: 'adminConfiguration',
  owns: (path) => path === PATH,
  nameOf: () => 'cases',
  filesOf: ({ holdMs, secondReview: { sharePercent, limits }, hidesAgents, masksPersonal }) => [
    yamlFile(PATH, {
      holdSeconds: holdMs / 1000,
      secondReview: { sharePercent, limits: limits.map(({ currency, amount }) => ({ currency, amount })) },
      hidesAgents,
      masksPersonal: masksPersonal ?? DEFAULT_CASE_SETTINGS.masksPersonal,
    }),
  ],
  read: yamlReader(schema, ({ holdSeconds, ...rest }, source) => ({
    content: { ...rest, holdMs: holdSeconds * 1000 },
    placeOf: placeInFile(source),
  })),
  load: async (trx, { environmentId }) => {
    const stored = await findCaseSettings(trx, environmentId);
    return stored ? [stored.settings] : [];
  },
  settle: (content, current) =>
    content.masksPersonal === null && current ? { ...content, masksPersonal: current.masksPersonal } : content,
  put: async (trx, context, { holdMs, secondReview, hidesAgents, masksPersonal }) => {
    const stored = await findCaseSettings(trx, context.environmentId);
    await putCaseSettings(context, {
      version: tagOf(stored?.version ?? 0),
      holdSeconds: Math.round(holdMs / 1000),
      secondReview: { ...secondReview, limits: secondReview.limits.map((limit) => ({ ...limit })) },
      hidesAgents,
      masksPersonal: masksPersonal ?? stored?.settings.masksPersonal ?? DEFAULT_CASE_SETTINGS.masksPersonal,
    });
  },
};
