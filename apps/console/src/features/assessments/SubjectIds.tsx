import { Field, Select } from '@fluentui/react-components';
import { EVENT_ID_PATH, MAX_SUBJECT_IDS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './assessments.module.css';

export type SubjectIdsProps = {
  /** Every path of the body. */
  readonly attributes: readonly { readonly path: string; readonly type: string }[];
  /** Paths chosen, the event id among them or not. */
  readonly value: readonly string[];
  /** Paths that cannot be taken back. */
  readonly frozen?: readonly string[];
  readonly readOnly?: boolean;
  /** Called with the chosen paths, the event id first. */
  readonly onChange: (paths: readonly string[]) => void;
};

/** Texts that stand once in a body: what a person could be found by. */
const choicesOf = (attributes: SubjectIdsProps['attributes']): readonly string[] => {
  const lists = attributes.flatMap(({ path, type }) => (type === 'list' ? [`${path}.`] : []));
  return attributes.flatMap(({ path, type }) =>
    type === 'text' && !path.startsWith('metadata.') && !lists.some((list) => path.startsWith(list)) ? [path] : [],
  );
};

/** By which ids a person's requests find events: the event id always, and up to two more. */
export const SubjectIds = ({
  attributes,
  value,
  frozen = [],
  readOnly = false,
  onChange,
}: SubjectIdsProps): ReactNode => {
  const text = useText('assessments');
  const chosen = value.filter((path) => path !== EVENT_ID_PATH);
  const choices = choicesOf(attributes);
  const rows = chosen.length < MAX_SUBJECT_IDS && !readOnly ? [...chosen, ''] : chosen;
  const put = (index: number, path: string): void => {
    const next = rows.map((each, at) => (at === index ? path : each)).filter((each) => each !== '');
    onChange([EVENT_ID_PATH, ...new Set(next)]);
  };
  return (
    <Section title={text('subjects')} meta={text('subjectsNote')}>
      <div className={styles.row}>
        {rows.map((path, index) => (
          <Field key={index} label={text('subject', { number: index + 1 })} size="small">
            <Select
              size="small"
              value={path}
              disabled={readOnly || frozen.includes(path)}
              onChange={(_event, { value: next }) => put(index, next)}
            >
              <option value="">{text('subjectNone')}</option>
              {[...new Set([...(path === '' ? [] : [path]), ...choices])].map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </Section>
  );
};
