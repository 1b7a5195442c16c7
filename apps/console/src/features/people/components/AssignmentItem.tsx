import type { AccessAssignment } from '@redoubt/contracts';
import { ROLE_NAMES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, CommandButton } from '@redoubt/ui';
import type { ReactNode } from 'react';

/** One role with where it was given, through what, by whom and until when. */
export const AssignmentItem = (props: {
  readonly assignment: AccessAssignment;
  readonly holder: string;
  readonly isSelf: boolean;
  readonly onChange: () => void;
  readonly onRevoke: () => void;
}): ReactNode => {
  const { assignment, holder, isSelf, onChange, onRevoke } = props;
  const text = useText('people');
  const formats = useFormats();
  const { role, environment, group, expiresAt, isEnded, reason, assigned, canWrite } = assignment;
  const how =
    group === null
      ? isSelf
        ? text('panel.directSelf')
        : text('panel.direct', { name: holder })
      : text('panel.through', { group: group.name });
  return (
    <li className="stack py-2 border-top-1">
      <span className="row-wrap-middle">
        <b>{ROLE_NAMES[role]}</b>
        <Chip>{environment ?? text('wholeTenant')}</Chip>
        {expiresAt === null ? null : (
          <Chip solid={isEnded}>
            {text(isEnded ? 'panel.ended' : 'panel.until', { time: formats.dateTime(expiresAt) })}
          </Chip>
        )}
      </span>
      <span className="soft">{how}</span>
      <span className="soft">{text('panel.assigned', { by: assigned.by, time: formats.dateTime(assigned.at) })}</span>
      {reason === '' ? null : <span className="soft">{text('panel.reason', { reason })}</span>}
      {group === null ? null : <span className="soft">{text('panel.viaGroup')}</span>}
      {canWrite ? (
        <span className="row pt-1">
          <CommandButton
            appearance="outline"
            command={{ id: 'change', text: text('panel.change'), onSelect: onChange }}
          />
          <CommandButton
            appearance="outline"
            command={{ id: 'revoke', text: text('panel.revoke'), onSelect: onRevoke }}
          />
        </span>
      ) : null}
    </li>
  );
};
