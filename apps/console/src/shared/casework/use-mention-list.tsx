import type { Mentioned } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { mentionAt } from './mention-at.ts';
import { mentionableQuery } from './notes.queries.ts';
import styles from './notes.module.css';

type MentionList = {
  /** The people whose name begins as typed; null where none is to be chosen. */
  readonly list: ReactNode;
  /** Says to screen readers which of them the arrow keys reached. */
  readonly fieldProps: ComponentProps<'textarea'>;
  /** Answers the keys of the list: arrows move, Enter and Tab choose, Escape closes. True where it took the key. */
  readonly takesKey: (event: KeyboardEvent) => boolean;
};

/** Suggests people behind an at sign, chosen without leaving the field. */
export const useMentionList = (text: string, caret: number, onChoose: (person: Mentioned) => void): MentionList => {
  const say = useText('casework');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const listId = useId();
  const asked = mentionAt(text, caret);
  const { data } = useQuery(mentionableQuery(call, environmentId, asked));
  const [reached, setReached] = useState({ asked, at: 0 });
  const [closed, setClosed] = useState<string | null>(null);
  const people = asked === null || asked === closed ? [] : (data?.people ?? []);
  const at = reached.asked === asked ? Math.min(reached.at, people.length - 1) : 0;
  const chosen = people[at];
  const optionId = (id: string): string => `${listId}-${id}`;
  const takesKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (chosen === undefined || ctrlKey || metaKey) return false;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setReached({ asked, at: (at + step + people.length) % people.length });
    else if (key === 'Enter' || key === 'Tab') onChoose({ id: chosen.id, name: chosen.name });
    else if (key === 'Escape') setClosed(asked);
    else return false;
    return true;
  };
  return {
    takesKey,
    fieldProps: chosen
      ? { 'aria-autocomplete': 'list', 'aria-controls': listId, 'aria-activedescendant': optionId(chosen.id) }
      : {},
    list: chosen ? (
      <ul id={listId} role="listbox" className={styles.people} aria-label={say('mention.people')}>
        {people.map(({ id, name, username }, index) => (
          // Keys are handled by the field, which keeps the focus.
          <li
            key={id}
            id={optionId(id)}
            role="option"
            aria-selected={index === at}
            onMouseMove={() => setReached({ asked, at: index })}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose({ id, name })}
          >
            {name} <span className="soft">{username}</span>
          </li>
        ))}
      </ul>
    ) : null,
  };
};
