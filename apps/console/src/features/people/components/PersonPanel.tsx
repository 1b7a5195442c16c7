import { KeyRegular, MailRegular, PersonAvailableRegular, PersonProhibitedRegular } from '@fluentui/react-icons';
import type { AccessAssignment, AccessOptions, PersonRow } from '@redoubt/contracts';
import { ROLE_NAMES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, FactList, Link, Section, SidePanel, type Fact } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import type { Revocable } from '../marked.ts';
import { usePeopleMutations } from '../people.queries.ts';
import { AssignmentItem } from './AssignmentItem.tsx';
import { ChangePanel } from './ChangePanel.tsx';

/** One person or group: what they hold and where from, to be changed or taken away. */
export const PersonPanel = (props: {
  readonly row: PersonRow;
  readonly options: AccessOptions;
  readonly isMarked: boolean;
  readonly onMark: () => void;
  readonly onAssign: () => void;
  readonly onRevoke: (taken: readonly Revocable[]) => void;
  readonly onState: (to: 'Active' | 'Disabled') => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { row, options, isMarked, onMark, onAssign, onRevoke, onState, onClose } = props;
  const text = useText('people');
  const formats = useFormats();
  const { resend } = usePeopleMutations();
  const [changing, setChanging] = useState<string | null>(null);
  const { name, isSelf, status, invited, kind, assignments } = row;
  const taken = (assignment: AccessAssignment): Revocable => ({ ...assignment, holder: name, isSelf });
  const changed = assignments.find(({ id }) => id === changing);
  if (changed) {
    return (
      <ChangePanel
        key={`${changed.id} ${changed.version}`}
        assignments={[taken(changed)]}
        roles={options.roles}
        isSelf={isSelf}
        onDone={() => setChanging(null)}
        onClose={() => setChanging(null)}
      />
    );
  }
  const facts: readonly Fact[] = [
    [text(row.holder === 'Group' ? 'panel.claim' : 'panel.username'), row.username],
    [text('panel.kind'), text(`kind.${kind ?? 'Group'}`)],
    ...(row.holder === 'Person'
      ? ([
          [text('panel.status'), text(`status.${status}`)],
          [text('panel.lastSeen'), row.lastSeenAt === null ? text('never') : formats.dateTime(row.lastSeenAt)],
        ] satisfies readonly Fact[])
      : ([[text('panel.members'), formats.number(row.memberCount ?? 0)]] satisfies readonly Fact[])),
    ...(row.disabled
      ? ([
          [
            text('panel.disabled'),
            `${text('panel.by', { name: row.disabled.by, time: formats.dateTime(row.disabled.at) })}. ${text('panel.reason', { reason: row.disabled.reason })}`,
          ],
        ] satisfies readonly Fact[])
      : []),
    ...(invited
      ? ([
          [text('panel.invited'), text('panel.by', { name: invited.by, time: formats.dateTime(invited.at) })],
        ] satisfies readonly Fact[])
      : []),
    [
      text('panel.rolesHere'),
      row.roles.length === 0 ? text('noRole') : formats.list(row.roles.map((role) => ROLE_NAMES[role])),
    ],
  ];
  const canWrite = options.canWrite;
  return (
    <SidePanel
      title={name}
      takeFocus={false}
      onClose={onClose}
      footer={
        canWrite ? (
          <>
            <CommandButton
              primary
              command={{ id: 'assign', text: text('assign.command'), icon: KeyRegular, onSelect: onAssign }}
            />
            {status === 'Invited' ? (
              <CommandButton
                command={{
                  id: 'resend',
                  text: text('panel.resend'),
                  icon: MailRegular,
                  onSelect: resend.isPending ? undefined : () => resend.mutate(row.id),
                  disabledReason: options.sendsMail ? undefined : text('assign.noMail'),
                }}
              />
            ) : null}
            {row.mayDisable ? (
              <CommandButton
                command={
                  status === 'Disabled'
                    ? {
                        id: 'enable',
                        text: text('state.enable'),
                        icon: PersonAvailableRegular,
                        onSelect: () => onState('Active'),
                      }
                    : {
                        id: 'disable',
                        text: text('state.disable'),
                        icon: PersonProhibitedRegular,
                        onSelect: () => onState('Disabled'),
                      }
                }
              />
            ) : null}
            <CommandButton
              command={{ id: 'mark', text: text(isMarked ? 'panel.unmark' : 'panel.mark'), onSelect: onMark }}
            />
          </>
        ) : null
      }
    >
      <div className="stack-4">
        <FactList facts={facts} />
        {row.groupsLeftOut ? <p className="problem-text m-0">{text('panel.groupsLeftOut')}</p> : null}
        <p className="m-0">
          <Link href={hrefOf('/settings/access/who', undefined, { holder: row.id })}>{text('panel.effective')}</Link>
        </p>
        <Section title={text('panel.assignments')} meta={formats.number(assignments.length + row.tokenRoles.length)}>
          <ul className="plain-list">
            {row.tokenRoles.map((role) => (
              <li key={role} className="stack py-2 border-top-1">
                <b>{ROLE_NAMES[role]}</b>
                <span className="soft">{text('panel.fromDirectory')}</span>
              </li>
            ))}
            {assignments.map((assignment) => (
              <AssignmentItem
                key={assignment.id}
                assignment={assignment}
                holder={name}
                isSelf={isSelf}
                onChange={() => setChanging(assignment.id)}
                onRevoke={() => onRevoke([taken(assignment)])}
              />
            ))}
          </ul>
          {assignments.length + row.tokenRoles.length === 0 ? (
            <p className="soft m-0">{text('panel.noAssignments')}</p>
          ) : null}
        </Section>
        <p role="status" className="soft m-0">
          {resend.isSuccess ? text('panel.resent') : ''}
        </p>
        {resend.error ? <ErrorState error={resend.error} compact /> : null}
      </div>
    </SidePanel>
  );
};
