import type { RuleSet, RuleSummary } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { ConfirmPanel, Empty } from '@redoubt/ui';
import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { editorHref } from '../../../shared/rules/links.ts';
import { useRulesTitle } from '../../../shared/assessments/use-rules-title.ts';
import { type RuleCommands, RuleMenu } from './RuleMenu.tsx';
import { DetailRow, RuleGroup, RuleTableHead } from './RuleGroup.tsx';
import { RuleRow } from './RuleRow.tsx';
import { lazyPanel, usePreload } from '../../../routes/lazy-component.tsx';
import { deleteNote } from './delete-note.ts';
import { focusNeighbour, focusRow } from './row-focus.ts';
import { SincePublished } from './SincePublished.tsx';
import { useListKeys } from './use-list-keys.ts';
import styles from './list.module.css';
import type { OrderDraft } from './use-order-draft.ts';

const RenameForm = lazyPanel(async () => (await import('../../../shared/authoring/RenameForm.tsx')).RenameForm);

/** Mutations of the list; each keeps the row busy until it is done. */
export type RuleMutations = {
  readonly busy: boolean;
  readonly rename: (rule: RuleSummary, name: string, description: string, done: () => void) => void;
  readonly setActive: (rule: RuleSummary, active: boolean) => void;
  readonly remove: (rule: RuleSummary, done: () => void) => void;
  readonly rollBack: (rule: RuleSummary, to: number) => void;
};

export type RuleTableProps = {
  readonly ruleSet: RuleSet;
  /** What is wrong with rules, in words, by their ids. */
  readonly flags?: ReadonlyMap<string, string>;
  /** Of rules that route: the queues that published ones send cases to, by their ids. */
  readonly routes?: ReadonlyMap<string, string>;
  /** Text that names and descriptions must contain; empty for all. */
  readonly search: string;
  readonly order: OrderDraft;
  readonly actionOrder: OrderDraft;
  readonly mutations: RuleMutations;
  readonly now: number;
  readonly onMoved: (rule: RuleSummary, position: number) => void;
  readonly onClearSearch: () => void;
};

type Asking = { readonly what: 'rename' | 'delete'; readonly id: string } | null;

/** Whether a rule has the searched text in its name or description. */
const fitsSearch = (rule: RuleSummary, search: string, shown: (stored: string) => string): boolean => {
  const wanted = search.trim().toLowerCase();
  const texts = [rule.name, rule.description].flatMap((stored) => [stored, shown(stored)]);
  return texts.some((each) => each.toLowerCase().includes(wanted));
};

/** Inherited, published and draft rules and actions, with the forms and questions that belong to one of them. */
export const RuleTable = (props: RuleTableProps) => {
  const { ruleSet, search, order, actionOrder, mutations, now, onMoved, onClearSearch } = props;
  const text = useText('rules');
  const title = useRulesTitle();
  const formats = useFormats();
  const provided = useProvidedNames();
  const [asking, setAsking] = useState<Asking>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const table = useRef<HTMLTableElement>(null);
  usePreload(RenameForm);
  useListKeys(table, ruleSet.canWrite);
  const searching = search.trim() !== '';
  const orderOf = ({ type }: RuleSummary): OrderDraft => (type === 'action' ? actionOrder : order);
  const canOrder = (rule: RuleSummary): boolean =>
    ruleSet.canWrite && !searching && rule.publishedVersion !== null && orderOf(rule).rules.length > 1;
  const own = [...ruleSet.rules, ...ruleSet.actions, ...ruleSet.drafts];
  const fits = (rules: readonly RuleSummary[]) => rules.filter((rule) => fitsSearch(rule, search, provided.shown));
  const published = fits(order.rules);
  const actions = fits(actionOrder.rules);
  const drafts = fits(ruleSet.drafts);
  const inherited = ruleSet.inherited.map((group) => ({
    ...group,
    rules: fits(group.rules),
    actions: fits(group.actions),
  }));

  const stopAsking = (id: string) => {
    setAsking(null);
    requestAnimationFrame(() => focusRow(table.current, id));
  };
  const move = (rule: RuleSummary, by: number) => {
    onMoved(rule, orderOf(rule).move(rule.id, by));
    requestAnimationFrame(() => focusRow(table.current, rule.id));
  };
  const commandsOf = (rule: RuleSummary): RuleCommands => ({
    rename: () => setAsking({ what: 'rename', id: rule.id }),
    remove: () => setAsking({ what: 'delete', id: rule.id }),
    setActive: rule.publishedVersion === null ? undefined : (active) => mutations.setActive(rule, active),
    move: canOrder(rule) ? (by) => move(rule, by) : undefined,
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (!(event.target instanceof HTMLAnchorElement)) return;
    const id = event.target.closest<HTMLElement>('[data-rule]')?.dataset['rule'];
    const rule = ruleSet.canWrite ? own.find((candidate) => candidate.id === id) : undefined;
    const commands = rule && commandsOf(rule);
    const by =
      event.key === 'ArrowUp' || event.key === 'k' ? -1 : event.key === 'ArrowDown' || event.key === 'j' ? 1 : 0;
    if (by !== 0 && event.altKey) commands?.move?.(by);
    else if (by !== 0) focusNeighbour(event.currentTarget, event.target, by);
    else if (event.key === 'F2' && commands) commands.rename();
    else if (event.key === 'Delete' && commands) commands.remove();
    else return;
    event.preventDefault();
  };

  const watched = (rule: RuleSummary, editable: boolean) => {
    const since = rule.sincePublished;
    return since === null ? null : (
      <DetailRow>
        <SincePublished
          since={since}
          name={provided.shown(rule.name)}
          now={now}
          onRollBack={editable ? () => mutations.rollBack(rule, since.before) : undefined}
        />
      </DetailRow>
    );
  };
  const below = (rule: RuleSummary) => {
    if (asking?.id !== rule.id) return null;
    if (asking.what === 'rename')
      return (
        <DetailRow>
          <RenameForm
            rule={rule}
            others={own}
            busy={mutations.busy}
            onCancel={() => stopAsking(rule.id)}
            onSave={(name, description) => mutations.rename(rule, name, description, () => stopAsking(rule.id))}
          />
        </DetailRow>
      );
    return (
      <DetailRow>
        <ConfirmPanel
          title={text('list.deleteQuestion', { name: provided.shown(rule.name) })}
          confirmText={text('list.deleteYes', { name: provided.shown(rule.name) })}
          busy={mutations.busy}
          onCancel={() => stopAsking(rule.id)}
          onConfirm={() => mutations.remove(rule, () => setAsking(null))}
        >
          {text(deleteNote(rule))}
        </ConfirmPanel>
      </DetailRow>
    );
  };
  const dragOf = (rule: RuleSummary, index: number) => ({
    dragging: dragged === rule.id,
    onStart: () => setDragged(rule.id),
    onOver: () => dragged !== null && dragged !== rule.id && orderOf(rule).place(dragged, index),
    onEnd: () => setDragged(null),
  });
  const row = (rule: RuleSummary, place: number | null, index: number, editable: boolean, environmentId?: string) => (
    <Fragment key={rule.id}>
      <RuleRow
        rule={rule}
        flag={props.flags?.get(rule.id)}
        queues={props.routes && (props.routes.get(rule.id) ?? '–')}
        href={editorHref({ assessment: ruleSet.assessment, id: rule.id, type: rule.type }, environmentId)}
        order={place}
        moved={orderOf(rule).changes.some(({ id }) => id === rule.id)}
        now={now}
        menu={editable ? <RuleMenu rule={rule} commands={commandsOf(rule)} /> : null}
        {...(canOrder(rule) && editable && place !== null ? { drag: dragOf(rule, index) } : {})}
      />
      {watched(rule, editable)}
      {below(rule)}
    </Fragment>
  );

  const shown =
    published.length +
    drafts.length +
    inherited.reduce((sum, group) => sum + group.rules.length + group.actions.length, actions.length);
  if (searching && shown === 0)
    return (
      <Empty
        title={text('list.noMatch', { text: search.trim() })}
        action={{ text: text('list.clearSearch'), onSelect: onClearSearch }}
      />
    );
  return (
    <table ref={table} className={styles.table} aria-label={title} onKeyDown={onKeyDown}>
      <RuleTableHead routes={props.routes !== undefined} />
      {inherited.map((group) =>
        group.rules.length > 0 ? (
          <RuleGroup
            key={group.environmentId}
            title={group.environmentName}
            note={`${text('list.inherited')} · ${text(`list.inheritedRunMode.${group.runMode}`)}`}
          >
            {group.rules.map((rule, index) => row(rule, rule.order, index, false, group.environmentId))}
          </RuleGroup>
        ) : null,
      )}
      {published.length > 0 ? (
        <RuleGroup
          title={text('list.published')}
          note={`${text('count', { count: ruleSet.rules.length })} ${text(published[0]?.type === 'routing' ? 'routing.publishedNote' : 'list.publishedNote')}`}
        >
          {published.map((rule, index) => row(rule, searching ? rule.order : index + 1, index, ruleSet.canWrite))}
        </RuleGroup>
      ) : null}
      {inherited.map((group) =>
        group.actions.length > 0 ? (
          <RuleGroup
            key={group.environmentId}
            title={group.environmentName}
            note={`${text('list.actions')} · ${text('list.inherited')}`}
          >
            {group.actions.map((rule, index) => row(rule, rule.order, index, false, group.environmentId))}
          </RuleGroup>
        ) : null,
      )}
      {actions.length > 0 ? (
        <RuleGroup title={text('list.actions')} note={text('list.actionsNote')}>
          {actions.map((rule, index) => row(rule, searching ? rule.order : index + 1, index, ruleSet.canWrite))}
        </RuleGroup>
      ) : null}
      {drafts.length > 0 ? (
        <RuleGroup title={text('list.drafts')} note={`${formats.number(drafts.length)}, ${text('list.draftsNote')}`}>
          {drafts.map((rule, index) => row(rule, null, index, ruleSet.canWrite))}
        </RuleGroup>
      ) : null}
    </table>
  );
};
