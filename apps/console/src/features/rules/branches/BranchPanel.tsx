import { AddRegular } from '@fluentui/react-icons';
import type { Branches, RuleSet } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, CommandButton, ErrorState, Link, LoadingBlock, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../app/console-context.tsx';
import { useAddressBy } from '../../../routes/address.ts';
import { rulesAddress } from '../../../shared/rules/address.ts';
import { rulesHref, useRulePlace } from '../../../shared/assessments/assessment.ts';
import { BranchDetails } from './BranchDetails.tsx';
import styles from './branches.module.css';
import { branchesQuery } from '../../../shared/rules/branches.queries.ts';
import { NewBranchForm } from './NewBranchForm.tsx';

/** The branches of the list on screen, or what can be done with the one that is shown. */
export const BranchPanel = ({ ruleSet }: { readonly ruleSet: RuleSet }) => {
  const text = useText('branches');
  const provided = useProvidedNames();
  const call = useCall();
  const place = useRulePlace();
  const [{ panel, branch }, setAddress] = useAddressBy(rulesAddress);
  const query = useQuery(branchesQuery(call, place));
  const { data } = query;
  const shown = data?.branches.find(({ apiName }) => apiName.toLowerCase() === branch?.toLowerCase());
  const isFull = data !== undefined && data.branches.length >= data.limit;
  return (
    <SidePanel
      over
      wide
      title={shown ? provided.shown(shown.name) : text('open')}
      onClose={() => setAddress({ panel: undefined })}
      footer={
        data?.canWrite && panel === 'branches' ? (
          <CommandButton
            primary={shown === undefined}
            appearance="outline"
            command={{
              id: 'newBranch',
              text: text('new.open'),
              icon: AddRegular,
              onSelect: () => setAddress({ panel: 'newBranch' }),
              disabledReason: isFull ? text('new.full', { limit: data.limit }) : undefined,
            }}
          />
        ) : null
      }
    >
      {query.error ? <ErrorState compact error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <LoadingBlock height={120} /> : null}
      {data && panel === 'newBranch' ? (
        <NewBranchForm
          ruleSet={ruleSet}
          onDone={(made) => setAddress(made === null ? { panel: 'branches' } : { panel: 'branches', branch: made })}
        />
      ) : null}
      {data && panel === 'branches' && shown ? <BranchDetails branch={shown} all={data} /> : null}
      {data && panel === 'branches' && !shown ? <BranchList branches={data} assessment={place.assessment} /> : null}
    </SidePanel>
  );
};

const BranchList = ({ branches, assessment }: { readonly branches: Branches; readonly assessment: string }) => {
  const text = useText('branches');
  const provided = useProvidedNames();
  if (branches.branches.length === 0) return <p className="soft">{text('none')}</p>;
  return (
    <ul className={styles.list}>
      {branches.branches.map(({ id, name, apiName, rules, drafts, experiments }) => (
        <li key={id}>
          <Link className={styles.branch} href={rulesHref(assessment, { branch: apiName, panel: 'branches' })}>
            <b>{provided.shown(name)}</b>
            <span className="soft">
              {apiName} · {text('rules', { count: rules })}
              {drafts > 0 ? ` · ${text('drafts', { count: drafts })}` : ''}
            </span>
          </Link>
          {experiments[0]?.state === 'Running' ? <Chip>{text('experiment.running')}</Chip> : null}
        </li>
      ))}
    </ul>
  );
};
