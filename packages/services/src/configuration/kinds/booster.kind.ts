import {
  BOOSTER_ATTRIBUTES,
  BOOSTER_NETWORKS,
  isBinEntry,
  MAX_BOOSTER_BINS,
  MAX_BOOSTER_CONNECTORS,
  MAX_BOOSTER_HOLDOUT_PERCENT,
  MAX_BOOSTER_NAME,
  type BoosterSettings,
} from '@redoubt/domain';
import { listBoosterSettings, listExternalCalls } from '@redoubt/storage';
import { z } from 'zod';
import { putBooster } from '../../booster/booster.commands.ts';
import { failAt } from '../../problems.ts';
import { tagOf } from '../../version-tag.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { yamlFile } from '../yaml-file.ts';
import { contentReader } from './yaml-reader.ts';

const PATH = 'acceptance-booster.yaml';

const schema = z.strictObject({
  optedIn: z.boolean(),
  /** Version of the text that the one who takes the file in agrees to; null agrees to nothing. */
  consentVersion: z.number().int().min(1).nullable().default(null),
  attributes: z.array(z.enum(BOOSTER_ATTRIBUTES)).default([]),
  holdoutPercent: z.number().min(0).max(MAX_BOOSTER_HOLDOUT_PERCENT).default(0),
  connectors: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(MAX_BOOSTER_NAME),
        call: z.string(),
        bins: z.array(z.string().refine(isBinEntry)).max(MAX_BOOSTER_BINS).default([]),
        networks: z.array(z.enum(BOOSTER_NETWORKS)).default([]),
      }),
    )
    .max(MAX_BOOSTER_CONNECTORS)
    .default([]),
});

/** Calls by name, as ids differ between installations. */
type BoosterContent = Omit<BoosterSettings, 'connectors'> & z.infer<typeof schema>;

/** What is shared with issuers of cards, where the environment chose it. */
export const boosterKind: ResourceKind<BoosterContent> = {
  kind: 'acceptanceBooster',
  capability: 'acceptanceBooster',
  owns: (path) => path === PATH,
  nameOf: () => 'transaction acceptance booster',
  filesOf: (content) => [yamlFile(PATH, content)],
  read: contentReader(schema),
  load: async (trx, { environmentId }) => {
    const stored = (await listBoosterSettings(trx)).get(environmentId);
    if (stored === undefined) return [];
    const calls = new Map((await listExternalCalls(trx, environmentId)).map(({ id, name }) => [id, name]));
    const { optedIn, attributes, holdoutPercent, connectors } = stored.settings;
    return [
      {
        optedIn,
        consentVersion: optedIn ? (stored.consent?.version ?? null) : null,
        attributes: [...attributes],
        holdoutPercent,
        connectors: connectors.flatMap(({ name, callId, bins, networks }) => {
          const call = calls.get(callId);
          return call === undefined ? [] : [{ name, call, bins: [...bins], networks: [...networks] }];
        }),
      },
    ];
  },
  put: async (trx, context, { connectors, consentVersion, ...settings }) => {
    const stored = (await listBoosterSettings(trx)).get(context.environmentId);
    const calls = await listExternalCalls(trx, context.environmentId);
    const found = connectors.map(({ call, ...connector }) => ({
      ...connector,
      callId: calls.find(({ name }) => name === call)?.id,
    }));
    const missing = found.flatMap(({ callId }, index) =>
      callId === undefined ? [{ path: `connectors[${index}].call`, message: 'is no external call here' }] : [],
    );
    if (missing.length > 0) throw failAt('REQ-INVALID', { count: missing.length }, missing);
    await putBooster(context, {
      ...settings,
      attributes: [...settings.attributes],
      consentVersion,
      connectors: found.flatMap(({ callId, ...connector }) => (callId === undefined ? [] : [{ ...connector, callId }])),
      version: tagOf(stored?.version ?? 0),
    });
  },
};
