import { Combobox, Option } from '@fluentui/react-components';
import type { SearchMatch } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { useSettled } from '../../../shared/use-settled.ts';
import type { SearchQuestion } from '../../../shared/search/search-address.ts';
import { MATCH_PAUSE_MS, matchesQuery, MOST_COUNTED, questionOf } from '../../../shared/search/search-matches.ts';
import { useFieldText } from '../../../shared/search/use-field-text.ts';
import { useMatchText } from '../../../shared/search/use-match-text.ts';
import styles from './quick-box.module.css';

const keyOf = ({ eventType, field, environmentId }: SearchMatch): string => `${eventType} ${field} ${environmentId}`;

/**
 * One box for an id, a name, an e-mail, a device or a card: it says what the typed text is in the events there are, and
 * asks for those in place of what was asked before.
 */
export const QuickBox = (props: {
  readonly includeChildren: boolean;
  readonly onFind: (question: SearchQuestion) => void;
}): ReactNode => {
  const { includeChildren, onFind } = props;
  const text = useText('search');
  const formats = useFormats();
  const say = useFieldText();
  const sayMatch = useMatchText();
  const call = useCall();
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const { id: environmentId } = useEnvironment();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const latest = useRef(wanted);
  const settled = useSettled(wanted, MATCH_PAUSE_MS);
  const { data } = useQuery(matchesQuery(call, environmentId, settled, includeChildren));
  const matches = settled === wanted && wanted !== '' ? data : undefined;
  const find = (match: SearchMatch | undefined): void => {
    if (match === undefined) return;
    onFind(questionOf(match, wanted, includeChildren));
    setTyped('');
  };
  /** Enter came before the answer: the first is taken, unless something else was typed meanwhile. */
  const findFirst = async (): Promise<void> => {
    if (wanted === '') return;
    const found = await client.fetchQuery(matchesQuery(call, environmentId, wanted, includeChildren));
    if (latest.current === wanted) find(found[0]);
  };
  return (
    <Combobox
      className={styles.box ?? ''}
      size="small"
      freeform
      inlinePopup
      expandIcon={null}
      aria-label={text('quick')}
      placeholder={text('quick')}
      value={typed}
      selectedOptions={[]}
      open={matches !== undefined}
      onChange={(event) => {
        setTyped(event.target.value);
        latest.current = event.target.value.trim();
      }}
      onOptionSelect={(_event, { optionValue }) => find(matches?.find((match) => keyOf(match) === optionValue))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // While the list is closed the field takes Enter for opening it.
        if (matches !== undefined && event.defaultPrevented) return;
        if (event.currentTarget.getAttribute('aria-activedescendant')) return;
        event.preventDefault();
        if (matches === undefined) void findFirst().catch((error: unknown) => notifyFailure(error));
        else find(matches[0]);
      }}
    >
      {matches?.map((match) => (
        <Option key={keyOf(match)} value={keyOf(match)} text={typed} checkIcon={null}>
          <span className={styles.guess}>
            {say.field(match.field)} <b>{wanted}</b>{' '}
            <span className="muted nowrap">
              {sayMatch.kind(match.eventType)} · {formats.number(match.events)}
              {match.events >= MOST_COUNTED ? '+' : ''}
            </span>
          </span>
        </Option>
      ))}
      {matches?.length === 0 ? (
        <Option disabled value="" text={typed} checkIcon={null}>
          {text('quickNone', { wanted })}
        </Option>
      ) : null}
    </Combobox>
  );
};
