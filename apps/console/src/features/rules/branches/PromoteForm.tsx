import { Checkbox, Input } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { promoteBranch, type Branches, type BranchSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { AppLink } from '../../../shell/AppLink.tsx';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { useGo } from '../../../routes/address.ts';
import { rulesHref, useRulePlace } from '../../../shared/assessments/assessment.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import styles from './branches.module.css';
import { useBranchMutations } from '../../../shared/rules/use-branch-mutations.ts';

export type PromoteFormProps = { readonly branch: BranchSummary; readonly branches: Branches; readonly state: string };

const body = promoteBranch.body.omit({ state: true });

/** The note of a promotion, whether production is kept, and the button that does it or asks for it. */
export const PromoteForm = ({ branch, branches, state }: PromoteFormProps) => {
  const text = useText('branches');
  const common = useText('common');
  const provided = useProvidedNames();
  const notify = useNotify();
  const go = useGo();
  const place = useRulePlace();
  const { promote } = useBranchMutations(place);
  const { asked } = branch;
  const isRunning = branch.experiments.some((each) => each.state === 'Running' || each.state === 'Draft');
  const form = useWireForm({
    body,
    values: { clone: null, note: '' },
    texts: { 'clone.name': text('new.required'), 'clone.apiName': text('new.required') },
    blocked: isRunning ? text('promote.running') : promote.isPending ? common('saving') : undefined,
    error: promote.error,
    fieldOf: { 'BRANCH-NAME-INVALID': 'clone.name', 'BRANCH-NAME-TAKEN': 'clone.name' },
    onSubmit: ({ clone, note }) =>
      promote.mutate(
        { branch: branch.apiName, state, clone, note: note.trim() },
        {
          onSuccess: () => {
            notify({ severity: 'Success', title: text('promote.done', { name: provided.shown(branch.name) }) });
            go(rulesHref(place.assessment), { replace: true });
          },
        },
      ),
  });
  const keeps = form.watch('clone') !== null;
  return (
    <form className="stack-3" aria-label={text('promote.open')} {...form.formProps}>
      {branches.needsApproval ? (
        <p>
          {text('promote.second')}{' '}
          {asked === null ? null : (
            <>
              {asked.isOwn ? text('promote.askedOwn') : text('promote.askedBy', { by: asked.by })}{' '}
              <AppLink href={`/changes?change=${asked.id}`}>{text('promote.look')}</AppLink>
            </>
          )}
        </p>
      ) : null}
      {branches.canClone ? (
        <Checkbox
          label={text('promote.clone')}
          checked={keeps}
          onChange={() => form.setValue('clone', keeps ? null : { name: '', apiName: '' }, { shouldDirty: true })}
        />
      ) : null}
      {keeps ? (
        <>
          <WireField form={form} name="clone.name" className={styles.noteField ?? ''} label={text('new.name')}>
            <Input size="small" maxLength={120} {...form.register('clone.name')} />
          </WireField>
          <WireField
            form={form}
            name="clone.apiName"
            className={styles.noteField ?? ''}
            label={text('new.apiName')}
            hint={text('new.apiNameNote')}
          >
            <Input size="small" maxLength={60} {...form.register('clone.apiName')} />
          </WireField>
        </>
      ) : null}
      <WireField form={form} name="note" className={styles.noteField ?? ''} label={text('promote.note')}>
        <Input size="small" maxLength={500} {...form.register('note')} />
      </WireField>
      {promote.error && !form.isToldAtField ? <ErrorState compact error={promote.error} /> : null}
      <div>
        <CommandButton
          primary
          type="submit"
          command={{
            id: 'promote',
            text: text(branches.needsApproval ? 'promote.ask' : 'promote.open'),
            icon: ArrowUploadRegular,
            disabledReason: form.disabledReason,
          }}
        />
      </div>
    </form>
  );
};
