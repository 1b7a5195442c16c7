import {
  CONTROLLED_DECISIONS,
  MAX_CONTROL_LIMITS,
  MAX_CONTROL_SHARE_PERCENT,
  MAX_CONTROLLED_RULES,
  type ControlShare,
} from '@redoubt/domain';
import { findControlShare } from '@redoubt/storage';
import { z } from 'zod';
import { putControlShare } from '../../control-share/control-share.commands.ts';
import { readControlledRules } from '../../control-share/read-control-share.ts';
import { failAt } from '../../problems.ts';
import { tagOf } from '../../version-tag.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { yamlFile } from '../yaml-file.ts';
import { contentReader } from './yaml-reader.ts';

const PATH = 'control-share/purchase.yaml';
const sharePercent = z.number().min(0).max(MAX_CONTROL_SHARE_PERCENT);

const schema = z.strictObject({
  sharePercent,
  decisions: z.array(z.enum(CONTROLLED_DECISIONS)),
  limits: z
    .array(z.strictObject({ currency: z.string().regex(/^[A-Z]{3}$/), amount: z.number().positive().max(1e12) }))
    .max(MAX_CONTROL_LIMITS),
  rules: z
    .array(
      z.strictObject({
        rule: z.string(),
        /** How many environments above this one the rule stands. */
        above: z.number().int().min(0).default(0),
        sharePercent,
      }),
    )
    .max(MAX_CONTROLLED_RULES)
    .default([]),
});

/** Rules by name, as ids differ between installations. */
type ControlShareContent = Omit<ControlShare, 'rules'> & z.infer<typeof schema>;

/** Which part of stopped purchases passes, where the environment chose something. */
export const controlShareKind: ResourceKind<ControlShareContent> = {
  kind: 'controlShare',
  capability: 'decisionRules',
  owns: (path) => path === PATH,
  nameOf: () => 'control share',
  filesOf: ({ rules, ...share }) => [
    yamlFile(PATH, {
      ...share,
      rules: rules.map(({ rule, above, sharePercent: own }) => ({
        rule,
        ...(above === 0 ? {} : { above }),
        sharePercent: own,
      })),
    }),
  ],
  read: contentReader(schema),
  load: async (trx, { environmentId }) => {
    const stored = await findControlShare(trx, environmentId);
    if (stored === undefined) return [];
    const named = new Map((await readControlledRules(trx, environmentId)).map((rule) => [rule.ruleId, rule]));
    const { sharePercent: general, decisions, limits, rules } = stored.share;
    return [
      {
        sharePercent: general,
        decisions: [...decisions],
        limits: limits.map(({ currency, amount }) => ({ currency, amount })),
        rules: rules.flatMap(({ ruleId, sharePercent: own }) => {
          const rule = named.get(ruleId);
          return rule === undefined ? [] : [{ rule: rule.name, above: rule.above, sharePercent: own }];
        }),
      },
    ];
  },
  put: async (trx, context, { rules, ...share }) => {
    const stored = await findControlShare(trx, context.environmentId);
    const named = await readControlledRules(trx, context.environmentId);
    const found = rules.map(({ rule, above, sharePercent: own }) => ({
      ruleId: named.find((each) => each.name === rule && each.above === above)?.ruleId,
      sharePercent: own,
    }));
    const missing = found.flatMap(({ ruleId }, index) =>
      ruleId === undefined ? [{ path: `rules[${index}].rule`, message: 'is no rule that decides purchases here' }] : [],
    );
    if (missing.length > 0) throw failAt('REQ-INVALID', { count: missing.length }, missing);
    await putControlShare(context, {
      version: tagOf(stored?.version ?? 0),
      ...share,
      rules: found.flatMap(({ ruleId, sharePercent: own }) =>
        ruleId === undefined ? [] : [{ ruleId, sharePercent: own }],
      ),
    });
  },
};
