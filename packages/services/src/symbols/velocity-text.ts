import type { VelocityFacts, VelocitySetText } from '@redoubt/contracts';
import {
  definedVelocitySources,
  usedSources,
  velocitySourceKind,
  type DefinedSources,
  type VelocitySetDefinition,
} from '@redoubt/domain';
import { velocityDefinitionOf, type RuleSource } from '@redoubt/fql';
import type { Json } from '@redoubt/kernel';
import type { StoredAssessmentDefinition, StoredVelocityText } from '@redoubt/storage';
import { contentHash } from '../content-hash.ts';
import { failAt, requireClean, type Problem } from '../problems.ts';

/** A set as the language takes it: each velocity is a clause, named by its own text. */
export const velocitySource = (text: VelocitySetDefinition): RuleSource => ({
  kind: 'velocity',
  condition: text.condition,
  clauses: text.velocities.map(({ id, code }) => ({ id, name: velocityDefinitionOf(code)?.name ?? '', code })),
});

/** Names a text by its content; the sample does not count. */
export const velocitySetHash = ({ condition, velocities, sources }: VelocitySetDefinition): string =>
  contentHash({
    condition,
    velocities: velocities.map(({ id, code }) => ({ id, code })),
    ...(sources ? { sources } : {}),
  });

/** What a text's FROM means by names of defined assessments; undefined where it uses none. */
export const sourcesOf = (
  { velocities }: Pick<VelocitySetDefinition, 'velocities'>,
  assessments: readonly StoredAssessmentDefinition[],
): DefinedSources | undefined =>
  usedSources(
    velocities.flatMap(({ code }) => velocityDefinitionOf(code)?.sources ?? []),
    definedVelocitySources(assessments),
  );

/** What lists show of each velocity. */
export const velocityFactsOf = (text: Pick<VelocitySetDefinition, 'velocities' | 'sources'>): VelocityFacts[] =>
  text.velocities.map(({ id, code }) => {
    const definition = velocityDefinitionOf(code);
    const kinds = (definition?.sources ?? [])
      .map((source) => velocitySourceKind(source, text.sources))
      .filter((kind) => kind !== null);
    return {
      id,
      name: definition?.name ?? '',
      aggregate: definition?.aggregate ?? '',
      events: [...new Set(kinds)],
      key: definition?.key ?? '',
    };
  });

/** Names of the velocities of a text, as it writes them. */
export const velocityNames = (text: Pick<VelocitySetDefinition, 'velocities'>): readonly string[] =>
  velocityFactsOf(text).flatMap(({ name }) => (name === '' ? [] : [name]));

/**
 * Takes a text from a request. Refuses what cannot be stored or distinguished with REQ-INVALID: NUL, half surrogate pairs,
 * and two velocities of one id.
 */
export const storableVelocityText = (text: VelocitySetText): StoredVelocityText => {
  const { condition, velocities, sampleEvent } = text;
  const samplePayload = (text.samplePayload ?? null) as Json;
  requireClean({
    'body.text.condition': condition,
    'body.text.samplePayload': samplePayload,
    ...Object.fromEntries(velocities.map(({ code }, index) => [`body.text.velocities[${index}].code`, code])),
  });
  const ids = velocities.map(({ id }) => id);
  const again = ids.flatMap((id, index): Problem[] =>
    ids.indexOf(id) < index
      ? [{ path: `body.text.velocities[${index}].id`, message: 'is the id of another velocity' }]
      : [],
  );
  if (again.length > 0) throw failAt('REQ-INVALID', { count: again.length }, again);
  return { condition, velocities, sampleEvent, samplePayload };
};
