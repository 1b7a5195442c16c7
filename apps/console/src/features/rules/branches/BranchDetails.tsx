import { Input } from '@fluentui/react-components';
import { ArrowUploadRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { branchTestPath, renameBranch, type Branches, type BranchSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, IdText } from '@redoubt/ui';
import { useState } from 'react';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { useAddressBy } from '../../../routes/address.ts';
import { rulesAddress } from '../../../shared/rules/address.ts';
import { rulesHref, useRulePlace } from '../../../shared/assessments/assessment.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useBranchMutations } from '../../../shared/rules/use-branch-mutations.ts';
import { ExperimentList } from './ExperimentList.tsx';

export type BranchDetailsProps = { readonly branch: BranchSummary; readonly all: Branches };

/** Another name of a branch; its API name stays. */
const RenameBranch = ({ branch, onDone }: { readonly branch: BranchSummary; readonly onDone: () => void }) => {
  const text = useText('branches');
  const common = useText('common');
  const { rename } = useBranchMutations(useRulePlace());
  const form = useWireForm({
    body: renameBranch.body,
    values: { name: branch.name },
    texts: { name: text('nameNeeded') },
    blocked: rename.isPending ? common('saving') : undefined,
    error: rename.error,
    fieldOf: { 'BRANCH-NAME-INVALID': 'name', 'BRANCH-NAME-TAKEN': 'name' },
    onSubmit: ({ name }) => rename.mutate({ branch: branch.apiName, name }, { onSuccess: onDone }),
    onEscape: onDone,
  });
  return (
    <form className="row-wrap" aria-label={text('rename')} {...form.formProps}>
      <WireField form={form} name="name">
        <Input size="small" aria-label={text('new.name')} maxLength={120} {...form.register('name')} />
      </WireField>
      <CommandButton
        appearance="outline"
        type="submit"
        command={{ id: 'saveName', text: text('rename'), disabledReason: form.disabledReason }}
      />
      {rename.error && !form.isToldAtField ? <ErrorState compact error={rename.error} /> : null}
    </form>
  );
};

/** Where a branch comes from and is tested, its experiments, and what can be done with it. */
export const BranchDetails = ({ branch, all }: BranchDetailsProps) => {
  const text = useText('branches');
  const formats = useFormats();
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const place = useRulePlace();
  const mutations = useBranchMutations(place);
  const [, setAddress] = useAddressBy(rulesAddress);
  const [asksDelete, setAsksDelete] = useState(false);
  const [renames, setRenames] = useState(false);
  const { apiName, name, version, source, created, rules, drafts } = branch;
  const isRunning = branch.experiments.some(({ state }) => state === 'Running' || state === 'Draft');
  const remove = () =>
    mutations.remove.mutate(
      { branch: apiName, version },
      {
        onSuccess: () => {
          notify({ severity: 'Success', title: text('deleted', { name }) });
          setAddress({ branch: undefined });
        },
        onError: (error) => notifyFailure(error),
      },
    );
  return (
    <div className="stack-3">
      <p className="soft">
        {text('rules', { count: rules })}
        {drafts > 0 ? ` · ${text('drafts', { count: drafts })}` : ''} ·{' '}
        {text('source', { source: source ?? text('production') })} ·{' '}
        {text('created', { by: created.by, when: formats.dateTime(created.at) })}
      </p>
      <section>
        <h3 className="mb-1 fs-13">{text('test.address')}</h3>
        <IdText id={branchTestPath(place.assessment, all.assessmentApiName, apiName)} length={80} />
        <p className="soft">{text('test.note')}</p>
      </section>
      <ExperimentList branch={branch} canWrite={all.canWrite} />
      <div className="row-wrap">
        <CommandButton
          appearance="outline"
          command={{
            id: 'promote',
            text: text('promote.open'),
            icon: ArrowUploadRegular,
            href: rulesHref(place.assessment, { branch: apiName, shows: 'promotion' }),
          }}
        />
        {all.canWrite ? (
          <CommandButton
            command={{
              id: 'renameBranch',
              text: text('rename'),
              icon: EditRegular,
              onSelect: () => setRenames(!renames),
            }}
          />
        ) : null}
        {all.canWrite ? (
          <CommandButton
            command={{
              id: 'deleteBranch',
              text: text('delete'),
              icon: DeleteRegular,
              onSelect: () => setAsksDelete(true),
              disabledReason: isRunning ? text('promote.running') : undefined,
            }}
          />
        ) : null}
      </div>
      {renames ? <RenameBranch branch={branch} onDone={() => setRenames(false)} /> : null}
      {asksDelete ? (
        <ConfirmPanel
          title={text('deleteQuestion', { name })}
          confirmText={text('delete')}
          busy={mutations.remove.isPending}
          onConfirm={remove}
          onCancel={() => setAsksDelete(false)}
        >
          <p>{text('deleteNote')}</p>
        </ConfirmPanel>
      ) : null}
    </div>
  );
};
