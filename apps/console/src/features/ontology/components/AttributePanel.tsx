import { CopyRegular } from '@fluentui/react-icons';
import type { OntologyAttribute, SearchAttributes } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, Link, SidePanel, useCopy, type Asked } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { TextLink } from '../../../shared/resources/TextLink.tsx';
import { ruleReference } from '../attributes.ts';
import styles from './ontology.module.css';
import { LinkSection } from './LinkSection.tsx';
import { SearchSection } from './SearchSection.tsx';

/** One attribute: what it is, how often it is sent, and what reads it. */
export const AttributePanel = (props: {
  readonly attribute: OntologyAttribute;
  /** Newest events of its kind that were looked at. */
  readonly looked: number;
  readonly nameOf: (entity: string) => string;
  /** Where it can be changed; null where it cannot be changed, or not by this person. */
  readonly schemaHref: string | null;
  /** Attributes that users made searchable; null where this person may not know. */
  readonly search: Asked<SearchAttributes> | null;
  readonly onClose: () => void;
}): ReactNode => {
  const { attribute, looked, nameOf, schemaHref } = props;
  const { event, path, name, type, source, sent, values, personalData, sample, usedBy } = attribute;
  const text = useText('ontology');
  const common = useText('common');
  const formats = useFormats();
  const { copied, copy } = useCopy();
  const reference = ruleReference(path);
  const counted =
    sent === null
      ? text('added')
      : looked === 0
        ? text('notSeen')
        : text('sentOf', { sent: formats.number(sent), looked: formats.number(looked) });
  const facts = [
    ['event', nameOf(event)],
    ['type', text(`type.${type}`)],
    ['source', text(`source.${source}`)],
    ['sent', counted],
    ['sample', sample === null ? null : <code>{sample}</code>],
    ['searchable', common(attribute.isSearchable ? 'value.yes' : 'value.no')],
    ['linkable', common(attribute.linkableAs === null ? 'value.no' : 'value.yes')],
    ['personalData', personalData === null ? null : text(`personalData.${personalData}`)],
  ] as const;
  return (
    <SidePanel title={name === '' ? path : name} onClose={props.onClose} takeFocus={false}>
      <div className={styles.panel}>
        {attribute.description === '' ? null : <p>{attribute.description}</p>}
        <div className="row-wrap-middle between anywhere">
          <code aria-label={text('reference')}>{reference}</code>
          <CommandButton
            command={{
              id: 'copy',
              text: copied ? common('action.copied') : text('copyReference'),
              icon: CopyRegular,
              onSelect: () => void copy(reference),
            }}
          />
        </div>
        <dl className={styles.facts}>
          {facts.map(([id, value]) =>
            value === null ? null : (
              <div key={id}>
                <dt>{text(`column.${id}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
          {values === null ? null : (
            <div>
              <dt>{text('values')}</dt>
              <dd>{values.join(', ')}</dd>
            </div>
          )}
        </dl>
        {schemaHref === null ? null : <Link href={schemaHref}>{text('schema')}</Link>}
        {props.search === null ? null : <SearchSection attribute={attribute} search={props.search} />}
        <LinkSection attribute={attribute} />
        <section>
          <h3>{text('usedBy')}</h3>
          {usedBy.length === 0 ? (
            <p className="soft">{text('unused')}</p>
          ) : (
            <ul className={styles.uses}>
              {usedBy.map((use) => (
                <li key={`${use.kind} ${use.id}`}>
                  <TextLink {...use} />{' '}
                  <span className="soft">
                    {[text(`use.${use.kind}`), ...(use.assessment === null ? [] : [nameOf(use.assessment)])].join(
                      ' · ',
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </SidePanel>
  );
};
