import * as contracts from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import {
  cancelVelocityBackfill,
  cloneVelocitySet,
  createVelocitySet,
  deleteVelocitySet,
  discardVelocityDraft,
  estimateVelocityStorage,
  evaluateVelocitySet,
  getVelocitySymbolTable,
  getVelocityHistory,
  getVelocitySet,
  getVelocitySets,
  getVelocitySetVersion,
  getVelocityStorage,
  getVelocityValue,
  publishVelocitySet,
  putVelocitySettings,
  renameVelocitySet,
  rollBackVelocitySet,
  saveVelocityDraft,
  setVelocitySetActive,
  startVelocityBackfill,
  type VelocityStatistics,
  type VelocityValues,
  unpublishVelocitySet,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';
import { evaluator } from '../evaluator.ts';

/** What a node counts, and how full its store is. */
export type CountedVelocities = {
  readonly values: VelocityValues;
  /** Absent where the store is not in this process. */
  readonly statistics: (() => VelocityStatistics) | undefined;
};

/** @param counted absent on a node that does not decide, which counts nothing. */
export const createVelocityBindings = (counted: CountedVelocities | undefined): readonly Binding[] => [
  bind(contracts.getVelocitySets, ({ context }) => getVelocitySets(context)),
  bind(contracts.putVelocitySettings, ({ context, body }) => putVelocitySettings(context, body)),
  bind(contracts.getVelocitySet, ({ context, params }) => getVelocitySet(context, params.setId)),
  bind(contracts.getVelocitySetVersion, ({ context, params }) =>
    getVelocitySetVersion(context, params.setId, params.setVersion),
  ),
  bind(contracts.createVelocitySet, ({ context, body }) => createVelocitySet(context, body)),
  bind(contracts.cloneVelocitySet, ({ context, params, body }) => cloneVelocitySet(context, params.setId, body)),
  bind(contracts.saveVelocityDraft, ({ context, params, body }) => saveVelocityDraft(context, params.setId, body)),
  bind(contracts.discardVelocityDraft, async ({ context, params }) => {
    await discardVelocityDraft(context, params.setId);
  }),
  bind(contracts.publishVelocitySet, ({ context, params, body }) => publishVelocitySet(context, params.setId, body)),
  bind(contracts.rollBackVelocitySet, ({ context, params, body }) => rollBackVelocitySet(context, params.setId, body)),
  bind(contracts.unpublishVelocitySet, ({ context, params, body }) =>
    unpublishVelocitySet(context, params.setId, body),
  ),
  bind(contracts.renameVelocitySet, ({ context, params, body }) => renameVelocitySet(context, params.setId, body)),
  bind(contracts.setVelocitySetActive, ({ context, params, body }) =>
    setVelocitySetActive(context, params.setId, body),
  ),
  bind(contracts.deleteVelocitySet, async ({ context, params, query }) => {
    await deleteVelocitySet(context, params.setId, query.version);
  }),
  bind(contracts.getVelocityHistory, ({ context, params }) => getVelocityHistory(context, params.setId)),
  bind(contracts.startVelocityBackfill, ({ context, params }) => startVelocityBackfill(context, params.setId)),
  bind(contracts.cancelVelocityBackfill, ({ context, params }) => cancelVelocityBackfill(context, params.setId)),
  bind(contracts.evaluateVelocitySet, ({ context, body }) => evaluateVelocitySet(context, evaluator, body.text)),
  bind(contracts.getVelocityStorage, ({ context }) => getVelocityStorage(context, evaluator, counted?.statistics)),
  bind(contracts.estimateVelocityStorage, ({ context, body }) =>
    estimateVelocityStorage(context, evaluator, body.text),
  ),
  bind(contracts.getVelocitySymbolTable, ({ context }) => getVelocitySymbolTable(context)),
  bind(contracts.getVelocityValue, ({ context, body }) => {
    if (counted === undefined) throw fail('VELOCITY-VALUES-ELSEWHERE');
    return getVelocityValue(context, counted.values, body);
  }),
];
