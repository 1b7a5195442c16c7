import { Field, Input } from '@fluentui/react-components';
import { DismissRegular, MailRegular, PeopleRegular, PersonRegular } from '@fluentui/react-icons';
import type { AssignmentTarget, PersonRow } from '@redoubt/contracts';
import { isInvitableUsername } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { IconButton, QueryState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { suggestionsQuery } from '../people.queries.ts';
import styles from '../people.module.css';

const MOST_SUGGESTIONS = 8;

/** A chosen person or group, with the name to show. */
export type ChosenTarget = { readonly target: AssignmentTarget; readonly name: string; readonly isSelf: boolean };

/** A person or group of the list as a chosen one. */
export const chosenOf = ({ holder, id, name, isSelf }: PersonRow): ChosenTarget => ({
  target: { kind: 'known', holder, id },
  name,
  isSelf,
});

const isSame = (left: ChosenTarget, right: ChosenTarget): boolean =>
  JSON.stringify(left.target) === JSON.stringify(right.target);

/** What else the typed text may mean: a person to invite, or a group that tokens name so. */
const newTargets = (
  typed: string,
  say: ReturnType<typeof useText<'people'>>,
): readonly (ChosenTarget & { readonly text: string })[] => {
  const username = typed.trim();
  if (isInvitableUsername(username)) {
    const invitation = { kind: 'invitation' as const, username, name: '' };
    return [
      {
        target: { ...invitation, isGuest: false },
        name: username,
        isSelf: false,
        text: say('assign.invite', { username }),
      },
      {
        target: { ...invitation, isGuest: true },
        name: username,
        isSelf: false,
        text: say('assign.inviteGuest', { username }),
      },
    ];
  }
  if (username === '') return [];
  return [
    {
      target: { kind: 'group', claim: username, name: username },
      name: username,
      isSelf: false,
      text: say('assign.group', { claim: username }),
    },
  ];
};

/** People and groups to be chosen by typing; who is unknown can be invited. */
export const TargetField = (props: {
  readonly chosen: readonly ChosenTarget[];
  readonly onChange: (chosen: readonly ChosenTarget[]) => void;
}): ReactNode => {
  const { chosen, onChange } = props;
  const text = useText('people');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [typed, setTyped] = useState('');
  const find = typed.trim();
  const query = useQuery({ ...suggestionsQuery(call, environmentId, find), enabled: find !== '' });
  const add = (one: ChosenTarget): void => {
    if (!chosen.some((each) => isSame(each, one))) onChange([...chosen, one]);
    setTyped('');
  };
  return (
    <div className="stack-2">
      <Field label={text('assign.whom')} hint={text('assign.whomHint')} size="small">
        <Input
          size="small"
          type="search"
          data-autofocus
          value={typed}
          onChange={(_event, { value }) => setTyped(value)}
        />
      </Field>
      {find === '' ? null : (
        <QueryState query={query} compact>
          {({ rows }) => {
            const known = rows.slice(0, MOST_SUGGESTIONS);
            const isKnown = rows.some(({ username }) => username.toLowerCase() === find.toLowerCase());
            return (
              <ul className={styles.suggestions} aria-label={text('assign.suggestions')}>
                {known.map((row) => {
                  const Icon = row.holder === 'Group' ? PeopleRegular : PersonRegular;
                  return (
                    <li key={row.id}>
                      <button type="button" className={styles.suggestion} onClick={() => add(chosenOf(row))}>
                        <Icon aria-hidden /> <b>{row.name}</b> <span className="soft truncate">{row.username}</span>
                      </button>
                    </li>
                  );
                })}
                {(isKnown ? [] : newTargets(find, text)).map((one) => (
                  <li key={one.text}>
                    <button type="button" className={styles.suggestion} onClick={() => add(one)}>
                      {one.target.kind === 'group' ? <PeopleRegular aria-hidden /> : <MailRegular aria-hidden />}{' '}
                      {one.text}
                    </button>
                  </li>
                ))}
              </ul>
            );
          }}
        </QueryState>
      )}
      <ul className="plain-list row-wrap">
        {chosen.map((each) => (
          <li key={JSON.stringify(each.target)} className="row-middle px-2 bg-subtle border-1 radius-1">
            {each.name}
            <IconButton
              icon={DismissRegular}
              label={text('assign.remove', { name: each.name })}
              onClick={() => onChange(chosen.filter((other) => other !== each))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
};
