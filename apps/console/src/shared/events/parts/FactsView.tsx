import { EyeRegular } from '@fluentui/react-icons';
import { useText, type TextKey } from '@redoubt/i18n';
import { Chip, IconButton, Section } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { USUAL_SECTIONS, type EventFacts, type Fact } from '../event-facts.ts';
import { RevealBar } from '../reveal/RevealBar.tsx';
import { useReveal } from '../reveal/use-revealed-event.ts';
import { pathKey } from '../trace.ts';
import { useAttributeText } from '../use-attribute-text.ts';
import styles from './facts.module.css';

const MONO = /(id|address|bin|digits|sku|code)$/i;

/** What the request says, part by part; values a rule read are marked, and lit up while their clause is pointed at. */
export const FactsView = (props: {
  readonly facts: EventFacts;
  readonly read: ReadonlySet<string>;
  readonly lit: ReadonlySet<string>;
}): ReactNode => {
  const text = useText('events');
  const say = useAttributeText();
  const reveal = useReveal();
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const sectionName = (id: string): string | undefined =>
    USUAL_SECTIONS.some((usual) => usual === id) ? text(`section.${id}` as TextKey<'events'>) : undefined;
  const line = (fact: Fact): ReactNode => {
    const name = say.name(fact.path);
    const isRead = props.read.has(pathKey(fact.path));
    const leaf = fact.path.split('.').at(-1) ?? '';
    const mono = typeof fact.value === 'string' && (name === undefined || MONO.test(leaf) || leaf === 'ipAddress');
    return (
      <div key={fact.name} className={styles.line} title={fact.path}>
        <dt className={name === undefined ? styles.pathName : undefined}>{name ?? fact.name}</dt>
        <dd>
          <span
            className={styles.value}
            data-mono={mono || undefined}
            data-read={isRead || undefined}
            data-lit={props.lit.has(pathKey(fact.path)) || undefined}
          >
            {say.value(fact.value)}
          </span>
          {reveal?.canReveal && reveal.masked.has(fact.path) ? (
            <IconButton
              icon={EyeRegular}
              dense
              className={styles.reveal}
              label={text('reveal.one', { field: name ?? fact.name })}
              onClick={() => setAsked([fact.path])}
            />
          ) : null}
          {reveal?.revealed.has(fact.path) ? (
            <span className={styles.revealed}>
              <Chip>{text('reveal.revealed')}</Chip>
            </span>
          ) : null}
        </dd>
      </div>
    );
  };
  return (
    <div className={styles.facts}>
      {reveal ? <RevealBar reveal={reveal} asked={asked} onAsk={setAsked} /> : null}
      {props.facts.sections.map((section) => (
        <Section
          key={section.id}
          className={styles.section}
          title={sectionName(section.id) ?? <code>{section.id}</code>}
          meta={section.groups.length > 1 ? text('section.entries', { count: section.groups.length }) : undefined}
        >
          {section.groups.map((facts, at) => (
            <dl key={at} className={styles.group}>
              {facts.map(line)}
            </dl>
          ))}
        </Section>
      ))}
      {props.facts.notSent.length > 0 ? (
        <p className={styles.notSent}>
          <b>{text('notSent')}</b> {props.facts.notSent.map((id) => sectionName(id) ?? id).join(', ')}
        </p>
      ) : null}
    </div>
  );
};
