import { Checkbox, Field, Input } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import type { Branches, BranchSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { useState } from 'react';
import { AppLink } from '../../../shell/AppLink.tsx';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { useGo } from '../../../routes/address.ts';
import { rulesHref, useRulePlace } from '../../../shared/assessments/assessment.ts';
import styles from './branches.module.css';
import { useBranchMutations } from '../../../shared/rules/branches.queries.ts';

export type PromoteFormProps = { readonly branch: BranchSummary; readonly branches: Branches; readonly state: string };

/** The note of a promotion, whether production is kept, and the button that does it or asks for it. */
export const PromoteForm = ({ branch, branches, state }: PromoteFormProps) => {
  const text = useText('branches');
  const provided = useProvidedNames();
  const notify = useNotify();
  const go = useGo();
  const place = useRulePlace();
  const { promote } = useBranchMutations(place);
  const [note, setNote] = useState('');
  const [keeps, setKeeps] = useState(false);
  const [name, setName] = useState('');
  const [apiName, setApiName] = useState('');
  const { asked } = branch;
  const isRunning = branch.experiments.some((each) => each.state === 'Running' || each.state === 'Draft');
  const isUnnamed = keeps && (name.trim() === '' || apiName === '');
  const disabledReason = isRunning ? text('promote.running') : isUnnamed ? text('new.required') : undefined;
  const submit = (): void => {
    if (disabledReason !== undefined || promote.isPending) return;
    const clone = keeps ? { name: name.trim(), apiName } : null;
    promote.mutate(
      { branch: branch.apiName, state, clone, note: note.trim() },
      {
        onSuccess: () => {
          notify({ severity: 'Success', title: text('promote.done', { name: provided.shown(branch.name) }) });
          go(rulesHref(place.assessment), { replace: true });
        },
      },
    );
  };
  return (
    <form
      className="stack-3"
      aria-label={text('promote.open')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
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
        <Checkbox label={text('promote.clone')} checked={keeps} onChange={() => setKeeps(!keeps)} />
      ) : null}
      {keeps ? (
        <>
          <Field className={styles.noteField} label={text('new.name')} size="small">
            <Input size="small" maxLength={120} value={name} onChange={(_event, next) => setName(next.value)} />
          </Field>
          <Field className={styles.noteField} label={text('new.apiName')} hint={text('new.apiNameNote')} size="small">
            <Input size="small" maxLength={60} value={apiName} onChange={(_event, next) => setApiName(next.value)} />
          </Field>
        </>
      ) : null}
      <Field className={styles.noteField} label={text('promote.note')} size="small">
        <Input size="small" maxLength={500} value={note} onChange={(_event, next) => setNote(next.value)} />
      </Field>
      {promote.error ? <ErrorState compact error={promote.error} /> : null}
      <div>
        <CommandButton
          primary
          type="submit"
          command={{
            id: 'promote',
            text: text(branches.needsApproval ? 'promote.ask' : 'promote.open'),
            icon: ArrowUploadRegular,
            disabledReason,
          }}
        />
      </div>
    </form>
  );
};
