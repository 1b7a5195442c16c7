import { CheckmarkRegular, EyeRegular, SubtractRegular } from '@fluentui/react-icons';
import type { AccessGrant, EffectiveAccess } from '@redoubt/contracts';
import { ROLE_NAMES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, QueryState, Section } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { effectiveAccessQuery } from '../people.queries.ts';
import styles from '../people.module.css';

type Area = EffectiveAccess['areas'][number];

const letterOf = (index: number): string => String.fromCodePoint(65 + (index % 26)).repeat(Math.floor(index / 26) + 1);

const Letter = ({ at }: { readonly at: number }): ReactNode => <span className={styles.letter}>{letterOf(at)}</span>;

const AccessWord = ({ access }: { readonly access: Area['access'] }): ReactNode => {
  const text = useText('people');
  if (access === null)
    return (
      <span className="soft">
        <SubtractRegular aria-hidden /> {text('who.no')}
      </span>
    );
  return access === 'write' ? (
    <b>
      <CheckmarkRegular aria-hidden /> {text('who.change')}
    </b>
  ) : (
    <span>
      <EyeRegular aria-hidden /> {text('who.look')}
    </span>
  );
};

/** One grant: the role, where and through what it came, until when, and what would be lost without it. */
const GrantItem = ({ grant, at }: { readonly grant: AccessGrant; readonly at: number }): ReactNode => {
  const text = useText('people');
  const formats = useFormats();
  const { role, environment, group, source, assigned, expiresAt, reason, lost } = grant;
  return (
    <li className="stack py-2 border-top-1">
      <span className="row-wrap-middle">
        <Letter at={at} />
        <b>{ROLE_NAMES[role]}</b>
        <Chip>{environment ?? text('wholeTenant')}</Chip>
      </span>
      <span className="soft">
        {source === 'token'
          ? text('panel.fromDirectory')
          : group === null
            ? text('source.person')
            : text('panel.through', { group })}
      </span>
      {assigned === null ? null : (
        <span className="soft">
          {text('panel.assigned', { by: assigned.by, time: formats.dateTime(assigned.at) })},{' '}
          {expiresAt === null ? text('noEnd') : text('panel.until', { time: formats.dateTime(expiresAt) })}
        </span>
      )}
      {reason === '' ? null : <span className="soft">{text('panel.reason', { reason })}</span>}
      <span>
        {text('who.without', { letter: letterOf(at) })}:{' '}
        <span className="quiet-small">{lost === 0 ? text('who.lostNone') : text('who.lost', { count: lost })}</span>
      </span>
    </li>
  );
};

const AreaRow = (props: {
  readonly area: Area;
  readonly isByDirectory: boolean;
  readonly showsAfter: boolean;
}): ReactNode => {
  const { area, isByDirectory, showsAfter } = props;
  const text = useText('people');
  const shell = useText('shell');
  const formats = useFormats();
  const { capability, access, after, because, neededRoles } = area;
  const word = (one: Area['access']): string =>
    one === null ? text('who.no') : text(one === 'write' ? 'who.change' : 'who.look');
  return (
    <tr>
      <th scope="row">{shell(`capability.${capability}`)}</th>
      <td>
        <AccessWord access={access} />
      </td>
      <td>
        {access === null ? (
          <span className="soft">
            {text('who.needs', { roles: formats.either(neededRoles.map((role) => ROLE_NAMES[role])) })}
          </span>
        ) : because.length === 0 && isByDirectory ? (
          text('who.directoryRole')
        ) : (
          <span className="row-wrap">
            {because.map((at) => (
              <Letter key={at} at={at} />
            ))}
          </span>
        )}
      </td>
      {showsAfter ? (
        <td>
          {after === access ? (
            <span className="soft">{text('who.same')}</span>
          ) : (
            <b>{text('who.becomes', { before: word(access), after: word(after) })}</b>
          )}
        </td>
      ) : null}
    </tr>
  );
};

const Areas = ({ answer }: { readonly answer: EffectiveAccess }): ReactNode => {
  const text = useText('people');
  const formats = useFormats();
  const [onlyHeld, setOnlyHeld] = useState(false);
  const { areas, endsAt } = answer;
  const count = (access: Area['access']): string =>
    formats.number(areas.filter((area) => area.access === access).length);
  return (
    <Section
      title={text('who.area')}
      meta={text('who.summary', {
        change: count('write'),
        read: count('read'),
        none: count(null),
        all: formats.number(areas.length),
      })}
      end={
        <Chip pressed={onlyHeld} onSelect={() => setOnlyHeld(!onlyHeld)}>
          {text('who.onlyHeld')}
        </Chip>
      }
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text('who.area')}</th>
            <th scope="col">{text('who.may')}</th>
            <th scope="col">{text('who.because')}</th>
            {endsAt === null ? null : <th scope="col">{text('who.after', { time: formats.date(endsAt) })}</th>}
          </tr>
        </thead>
        <tbody>
          {areas
            .filter(({ access }) => !onlyHeld || access !== null)
            .map((area) => (
              <AreaRow
                key={area.capability}
                area={area}
                isByDirectory={answer.directoryRoles.length > 0}
                showsAfter={endsAt !== null}
              />
            ))}
        </tbody>
      </table>
    </Section>
  );
};

/** What a holder may do in the environment: by which roles, from where, and what is left when the next one ends. */
export const EffectivePart = ({ holderId }: { readonly holderId: string }): ReactNode => {
  const text = useText('people');
  const formats = useFormats();
  const query = useRead(effectiveAccessQuery, holderId);
  return (
    <QueryState query={query}>
      {(answer) => (
        <div className={styles.who}>
          <Section title={text('who.grantedBy')} meta={formats.number(answer.grants.length)}>
            {answer.holder.status === 'Disabled' ? <p className="problem-text m-0">{text('who.disabled')}</p> : null}
            {answer.holder.status === 'Invited' ? <p className="soft m-0">{text('who.invited')}</p> : null}
            {answer.grants.length === 0 ? <p className="soft m-0">{text('who.nothing')}</p> : null}
            <ul className="plain-list">
              {answer.grants.map((grant, at) => (
                <GrantItem key={letterOf(at)} grant={grant} at={at} />
              ))}
              {answer.directoryRoles.map((role) => (
                <li key={role} className="py-2 border-top-1">
                  {text('who.directoryRole')}
                </li>
              ))}
              {answer.grants.length > 0 && answer.below.length > 0 ? (
                <li className="py-2 border-top-1">
                  {text('who.below')}: {text('who.flows', { environments: formats.list(answer.below) })}
                </li>
              ) : null}
            </ul>
          </Section>
          <Areas answer={answer} />
        </div>
      )}
    </QueryState>
  );
};
