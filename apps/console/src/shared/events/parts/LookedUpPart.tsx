import type { LookedUp } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { DataCredit, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './looked-up.module.css';

/** What is known, as `name value` pairs; members without a value are left out. */
const pairsOf = (found: LookedUp['found']): readonly (readonly [string, string])[] =>
  typeof found === 'object' && found !== null && !Array.isArray(found)
    ? Object.entries(found).flatMap(([name, value]) =>
        value === '' || value === null
          ? []
          : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const],
      )
    : [];

const Fact = ({ fact }: { readonly fact: LookedUp }): ReactNode => {
  const text = useText('events');
  const formats = useFormats();
  const { kind, found, asked } = fact;
  const pairs = pairsOf(found);
  return (
    <div className={styles.fact}>
      <h3>
        {text(`lookedUp.${kind}`)} {asked === '' ? null : <code>{asked}</code>}
      </h3>
      {typeof found === 'number' ? (
        <p>
          {kind === 'graph'
            ? formats.number(found, 2)
            : text('lookedUp.milesPerHour', { speed: formats.number(found, 0) })}
        </p>
      ) : pairs.length === 0 ? (
        <p className={styles.nothing}>
          {text(kind === 'risk' || kind === 'bot' ? 'lookedUp.noModel' : 'lookedUp.nothing')}
        </p>
      ) : (
        <dl>
          {pairs.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd title={value}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
};

/** What the rules looked up about addresses, cards, devices and scores, with the answers they got; nothing where they asked nothing. */
export const LookedUpPart = ({ facts }: { readonly facts: readonly LookedUp[] }): ReactNode => {
  const text = useText('events');
  const formats = useFormats();
  const versions = [...new Set(facts.flatMap(({ version }) => version || []))];
  return facts.length === 0 ? null : (
    <Section title={text('lookedUp.title')}>
      {facts.map((fact) => (
        <Fact key={`${fact.kind} ${fact.asked}`} fact={fact} />
      ))}
      {versions.length === 0 ? null : (
        <p className={styles.edition}>
          {text('lookedUp.edition', { version: formats.list(versions) })} <DataCredit versions={versions} />
        </p>
      )}
    </Section>
  );
};
