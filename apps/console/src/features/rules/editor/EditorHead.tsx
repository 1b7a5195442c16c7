import {
  ArrowLeftRegular,
  BeakerRegular,
  DeleteRegular,
  DocumentCopyRegular,
  PauseRegular,
  PlayRegular,
  SearchRegular,
} from '@fluentui/react-icons';
import type { RuleDetail, RuleSet } from '@redoubt/contracts';
import { familyOf, isDefaultName } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, type Command, ConfirmPanel, useShortcut } from '@redoubt/ui';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../../app/console-context.tsx';
import { useGo } from '../../../routes/address.ts';
import { MakeTemplate } from '../../../shared/templates/MakeTemplate.tsx';
import { type RuleView } from '../../../shared/rules/address.ts';
import { isStored, listHref } from '../../../shared/rules/links.ts';
import { RenameForm } from '../../../shared/authoring/RenameForm.tsx';
import { RuleStatusChip } from '../../../shared/rules/RuleStatusChip.tsx';
import { EditorPage } from './EditorPage.tsx';
import { deleteNote } from '../list/delete-note.ts';
import styles from '../../../shared/authoring/editor/editor.module.css';
import { RuleNameField } from './RuleNameField.tsx';
import { editorCommands } from '../../../shared/authoring/editor/editor-commands.ts';
import { SaveChip } from '../../../shared/authoring/editor/SaveChip.tsx';
import type { DraftState } from './rule-kind.ts';
import { ViewSwitch } from '../../../shared/authoring/editor/ViewSwitch.tsx';
import { ReadOnlyChip } from '../../../shell/ReadOnlyChip.tsx';

export type EditorHeadProps = {
  readonly rule: RuleDetail;
  readonly ruleSet: RuleSet | null;
  readonly state: DraftState;
  readonly shown: 'draft' | 'published' | 'version';
  readonly canWrite: boolean;
  /** Whether an ancestor owns the rule. */
  readonly inherited: boolean;
  readonly busy: boolean;
  readonly compares: boolean;
  readonly historyOpen: boolean;
  readonly usedAttributes: number;
  readonly usedLists: number;
  readonly onView: (view: RuleView) => void;
  readonly onSaveAgain: () => void;
  readonly onPick: () => void;
  readonly onCompare: () => void;
  readonly onFormat: () => void;
  readonly tests: boolean;
  readonly onTest: () => void;
  readonly onHistory: () => void;
  readonly onRename: (name: string, description: string, done: () => void) => void;
  /** Leads from the name on to the text. */
  readonly onText: () => void;
  readonly onActive: (active: boolean) => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
};

/** Name, state and commands of the rule on screen. */
export const EditorHead = (props: EditorHeadProps) => {
  const { rule, ruleSet, shown, canWrite } = props;
  const text = useText('rules');
  const backtests = useText('backtests');
  const branches = useText('branches');
  /** Templates and backtests are about production. */
  const inProduction = rule.branch === null;
  const templates = useText('ruleTemplates');
  const may = useMay();
  const common = useText('common');
  const formats = useFormats();
  const provided = useProvidedNames();
  const go = useGo();
  const [asking, setAsking] = useState<'rename' | 'delete' | 'template' | null>(null);
  const { published } = rule;
  const editing = canWrite && shown === 'draft';
  const stored = isStored(rule);
  const unnamed = canWrite && published === null && isDefaultName('rule', rule.name);
  const others = ruleSet ? [...ruleSet.rules, ...ruleSet.actions, ...ruleSet.drafts] : [];
  const isActive = rule.status.startsWith('Active');
  const comparable = published !== null && shown !== 'published';

  useShortcut('e', text('sample.real'), props.onPick, { active: editing });
  useShortcut('c', text('editor.compare', { version: published?.version ?? 0 }), props.onCompare, {
    active: comparable,
  });
  useShortcut('h', text('editor.history'), props.onHistory, { active: stored });
  const canBacktest = stored && inProduction && rule.type === 'decision';
  useShortcut('t', backtests('open'), props.onTest, { active: canBacktest });
  useShortcut('F2', text('editor.rename'), () => setAsking('rename'), { active: canWrite && !unnamed });
  useShortcut('Escape', text('editor.back'), () =>
    go(listHref(rule.assessment, rule.branch?.apiName, familyOf(rule.type))),
  );

  const own = editorCommands(text);
  const commands: readonly Command[] = [
    {
      id: 'back',
      text: text('editor.back'),
      icon: ArrowLeftRegular,
      href: listHref(rule.assessment, rule.branch?.apiName, familyOf(rule.type)),
    },
    ...(editing
      ? [{ id: 'real', text: text('sample.real'), icon: SearchRegular, keys: 'e', onSelect: props.onPick }]
      : []),
    ...(comparable ? [own.compare(published.version, props.compares, props.onCompare)] : []),
    ...(editing ? [own.format(props.onFormat)] : []),
    ...(canBacktest
      ? [
          {
            id: 'test',
            text: backtests('open'),
            icon: BeakerRegular,
            keys: 't',
            pressed: props.tests,
            onSelect: props.onTest,
          },
        ]
      : []),
    ...(stored ? [own.history(props.historyOpen, props.onHistory)] : []),
    ...(canWrite && !unnamed ? [own.rename(() => setAsking('rename'))] : []),
    ...(canWrite && published !== null
      ? [
          {
            id: 'active',
            text: text(isActive ? 'list.deactivate' : 'list.activate'),
            icon: isActive ? PauseRegular : PlayRegular,
            onSelect: () => props.onActive(!isActive),
          },
        ]
      : []),
    ...(published !== null && inProduction && !props.inherited && may('ruleTemplates:write')
      ? [
          {
            id: 'template',
            text: templates('make'),
            icon: DocumentCopyRegular,
            onSelect: () => setAsking('template'),
          },
        ]
      : []),
    ...(canWrite && stored
      ? [{ id: 'delete', text: common('action.delete'), icon: DeleteRegular, onSelect: () => setAsking('delete') }]
      : []),
  ];
  const used = [
    ...(props.usedLists > 0 ? [text('editor.usedLists', { count: props.usedLists })] : []),
    ...(props.usedAttributes > 0 ? [text('editor.usedAttributes', { count: props.usedAttributes })] : []),
  ];
  return (
    <EditorPage
      name={provided.shown(rule.name)}
      branch={rule.branch?.apiName}
      title={
        unnamed ? (
          <RuleNameField
            rule={rule}
            others={others}
            takesFocus={!stored}
            onName={(name) => props.onRename(name, rule.description, () => undefined)}
            onEnter={props.onText}
          />
        ) : (
          provided.shown(rule.name)
        )
      }
      chips={
        <>
          {rule.branch ? <Chip>{branches('chip', { name: provided.shown(rule.branch.name) })}</Chip> : null}
          {rule.type === 'decision' ? null : (
            <Chip>{text(rule.type === 'action' ? 'editor.action' : 'routing.type')}</Chip>
          )}
          <RuleStatusChip status={rule.status} version={published?.version ?? null} />
          {stored || props.state.phase !== 'clean' ? null : <Chip>{text('editor.unstored')}</Chip>}
          {canWrite && (stored || props.state.phase !== 'clean') ? (
            <SaveChip state={props.state} onSaveAgain={props.onSaveAgain} />
          ) : null}
          {rule.order !== null && ruleSet && ruleSet.environmentId === rule.environmentId ? (
            <Chip>
              {text('editor.orderOf', {
                order: rule.order,
                count: (rule.type === 'action' ? ruleSet.actions : ruleSet.rules).length,
              })}
            </Chip>
          ) : null}
          {canWrite ? null : <ReadOnlyChip />}
        </>
      }
      aside={
        published === null ? (
          text('editor.neverPublished')
        ) : (
          <span className={styles.published}>
            {text('editor.lastPublished', {
              at: formats.dateTime(published.published.at),
              by: published.published.by,
            })}
          </span>
        )
      }
      commands={commands}
      strongFirst={false}
      commandsEnd={
        <>
          <span className={styles.used}>
            {used.length > 0 ? text('editor.used', { things: formats.list(used) }) : text('editor.usedNothing')}
          </span>
          {published !== null && (rule.draft !== null || canWrite) ? (
            <ViewSwitch view={shown === 'published' ? 'published' : 'draft'} onView={props.onView} />
          ) : null}
        </>
      }
    >
      {asking === null ? null : (
        <div className="py-2 px-page border-bottom-1">
          {asking === 'template' && published !== null ? (
            <MakeTemplate rule={{ ...rule, published }} onClose={() => setAsking(null)} />
          ) : asking === 'rename' ? (
            <RenameForm
              rule={rule}
              others={others}
              busy={props.busy}
              onCancel={() => setAsking(null)}
              onSave={(name, description) => props.onRename(name, description, () => setAsking(null))}
            />
          ) : (
            <ConfirmPanel
              title={text('list.deleteQuestion', { name: provided.shown(rule.name) })}
              confirmText={text('list.deleteYes', { name: provided.shown(rule.name) })}
              busy={props.busy}
              onConfirm={props.onRemove}
              onCancel={() => setAsking(null)}
            >
              {text(deleteNote(rule))}
            </ConfirmPanel>
          )}
        </div>
      )}
      {props.children}
    </EditorPage>
  );
};
