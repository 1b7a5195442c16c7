import { ArrowLeftRegular, LockClosedRegular, NumberSymbolRegular } from '@fluentui/react-icons';
import type { VelocitySetDetail, VelocitySetSummary } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, type Command, useShortcut } from '@redoubt/ui';
import { type ReactNode, useState } from 'react';
import type { DraftState } from '../../../drafts/draft-state.ts';
import { useGo } from '../../../routes/address.ts';
import type { RuleView } from '../../../shared/rules/address.ts';
import frame from '../../../shared/authoring/editor/editor.module.css';
import { editorCommands } from '../../../shared/authoring/editor/editor-commands.ts';
import { SaveChip } from '../../../shared/authoring/editor/SaveChip.tsx';
import { ViewSwitch } from '../../../shared/authoring/editor/ViewSwitch.tsx';
import { RenameForm } from '../../../shared/authoring/RenameForm.tsx';
import { velocitySetListHref } from '../../../shared/velocities/address.ts';
import { ReadBy } from '../list/ReadBy.tsx';
import { VelocitySetStatusChip } from '../VelocitySetStatusChip.tsx';
import type { EditedVelocitySet } from '../text/edited-velocity-set.ts';
import { VelocitySetPage } from './VelocitySetPage.tsx';
import { ReadOnlyChip } from '../../../shell/ReadOnlyChip.tsx';

export type VelocitySetHeadProps = {
  readonly set: VelocitySetDetail;
  readonly others: readonly VelocitySetSummary[];
  readonly state: DraftState<VelocitySetDetail, EditedVelocitySet>;
  readonly shown: 'draft' | 'published' | 'version';
  readonly busy: boolean;
  readonly compares: boolean;
  readonly historyOpen: boolean;
  readonly valueOpen: boolean;
  readonly onValue: () => void;
  readonly onView: (view: RuleView) => void;
  readonly onSaveAgain: () => void;
  readonly onCompare: () => void;
  readonly onFormat: () => void;
  readonly onHistory: () => void;
  readonly onRename: (name: string, description: string, done: () => void) => void;
  readonly children: ReactNode;
};

/** Name, state and commands of the set on screen. */
export const VelocitySetHead = (props: VelocitySetHeadProps) => {
  const { set, shown } = props;
  const { published, canWrite } = set;
  const text = useText('velocities');
  const rules = useText('rules');
  const formats = useFormats();
  const name = useProvidedNames().shown(set.name);
  const go = useGo();
  const [renaming, setRenaming] = useState(false);
  const editing = canWrite && shown === 'draft';
  const comparable = canWrite && published !== null && shown !== 'published';

  const compareText = rules('editor.compare', { version: published?.version ?? 0 });
  useShortcut('c', compareText, props.onCompare, { active: comparable });
  useShortcut('h', rules('editor.history'), props.onHistory, { active: !set.system });
  useShortcut('v', text('value.title'), props.onValue, { active: published !== null });
  useShortcut('F2', rules('editor.rename'), () => setRenaming(true), { active: canWrite });
  useShortcut('Escape', text('editor.back'), () => go(velocitySetListHref()));

  const own = editorCommands(rules);
  const commands: readonly Command[] = [
    { id: 'back', text: text('editor.back'), icon: ArrowLeftRegular, href: velocitySetListHref() },
    ...(comparable ? [own.compare(published.version, props.compares, props.onCompare)] : []),
    ...(editing ? [own.format(props.onFormat)] : []),
    ...(published === null
      ? []
      : [
          {
            id: 'value',
            text: text('value.title'),
            icon: NumberSymbolRegular,
            keys: 'v',
            pressed: props.valueOpen,
            onSelect: props.onValue,
          },
        ]),
    ...(set.system ? [] : [own.history(props.historyOpen, props.onHistory)]),
    ...(canWrite ? [own.rename(() => setRenaming(true))] : []),
  ];
  const when = (): ReactNode => {
    if (set.system) return text('editor.systemNote');
    const by = published?.published;
    return by ? (
      <span className={frame.published}>
        {rules('editor.lastPublished', { at: formats.dateTime(by.at), by: by.by })}
      </span>
    ) : (
      text('editor.neverPublished')
    );
  };
  return (
    <VelocitySetPage
      name={name}
      title={name}
      chips={
        <>
          {set.system ? (
            <Chip icon={LockClosedRegular}>{text('status.system')}</Chip>
          ) : (
            <VelocitySetStatusChip status={set.status} version={published?.version ?? null} />
          )}
          {canWrite ? <SaveChip state={props.state} onSaveAgain={props.onSaveAgain} /> : null}
          {canWrite || set.system ? null : <ReadOnlyChip />}
        </>
      }
      aside={when()}
      commands={commands}
      strongFirst={false}
      commandsEnd={
        <>
          <span className={frame.used}>
            {set.usedBy.length === 0 ? (
              text('editor.readByNone')
            ) : (
              <>
                {text('list.readBy')} <ReadBy usedBy={set.usedBy} />
              </>
            )}
          </span>
          {published !== null && canWrite ? (
            <ViewSwitch view={shown === 'published' ? 'published' : 'draft'} onView={props.onView} />
          ) : null}
        </>
      }
    >
      {renaming ? (
        <div className="py-2 px-page border-bottom-1">
          <RenameForm
            rule={set}
            others={props.others}
            busy={props.busy}
            onCancel={() => setRenaming(false)}
            onSave={(name, description) => props.onRename(name, description, () => setRenaming(false))}
          />
        </div>
      ) : null}
      {props.children}
    </VelocitySetPage>
  );
};
