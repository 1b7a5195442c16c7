import { Input } from '@fluentui/react-components';
import { ArrowUploadRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { branchTestPath, type Branches, type BranchSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, IdText } from '@redoubt/ui';
import { useState } from 'react';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { useAddress } from '../../../routes/address.ts';
import { rulesAddress } from '../../../shared/rules/address.ts';
import { rulesHref, useRulePlace } from '../../../shared/assessments/assessment.ts';
import { useBranchMutations } from '../../../shared/rules/branches.queries.ts';
import { ExperimentList } from './ExperimentList.tsx';

export type BranchDetailsProps = { readonly branch: BranchSummary; readonly all: Branches };

/** Where a branch comes from and is tested, its experiments, and what can be done with it. */
export const BranchDetails = ({ branch, all }: BranchDetailsProps) => {
  const text = useText('branches');
  const formats = useFormats();
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const place = useRulePlace();
  const mutations = useBranchMutations(place);
  const [, setAddress] = useAddress(rulesAddress);
  const [asksDelete, setAsksDelete] = useState(false);
  const [newName, setNewName] = useState<string | null>(null);
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
  const rename = () => {
    if (newName === null || newName.trim() === '' || mutations.rename.isPending) return;
    mutations.rename.mutate(
      { branch: apiName, name: newName.trim() },
      { onSuccess: () => setNewName(null), onError: (error) => notifyFailure(error) },
    );
  };
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
              onSelect: () => setNewName(newName === null ? name : null),
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
      {newName === null ? null : (
        <form
          className="row-wrap"
          aria-label={text('rename')}
          onSubmit={(event) => {
            event.preventDefault();
            rename();
          }}
        >
          <Input
            size="small"
            aria-label={text('new.name')}
            maxLength={120}
            value={newName}
            onChange={(_event, next) => setNewName(next.value)}
          />
          <CommandButton appearance="outline" type="submit" command={{ id: 'saveName', text: text('rename') }} />
        </form>
      )}
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
