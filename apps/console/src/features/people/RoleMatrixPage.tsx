import { ArrowDownloadRegular } from '@fluentui/react-icons';
import type { RoleMatrix } from '@redoubt/contracts';
import { ROLE_NAMES, type Role } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ErrorState, NoResult, QueryState, SearchField } from '@redoubt/ui';
import { Fragment, type ReactNode } from 'react';
import { z } from 'zod';
import { useRead } from '../../api/use-read.ts';
import { useAddress } from '../../routes/address.ts';
import { AccessTabs } from '../../shared/access/AccessTabs.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { roleMatrixQuery, useExportRoleMatrix } from './people.queries.ts';
import styles from './people.module.css';

const address = z.object({ find: z.string().optional().catch(undefined) });

const Cell = ({ access }: { readonly access: RoleMatrix['rows'][number]['cells'][number] }): ReactNode => {
  const text = useText('people');
  if (access === null)
    return (
      <td className="soft" aria-label={text('matrix.none')}>
        –
      </td>
    );
  return (
    <td className={access === 'write' ? 'strong' : undefined} title={text(`matrix.${access}`)}>
      <span aria-hidden>{access === 'write' ? 'W' : 'R'}</span>
      <span className="visually-hidden">{text(`matrix.${access}`)}</span>
    </td>
  );
};

const WORD_START = /(?<=[a-z_])(?=[A-Z])/;

/** A name such as ManualReviewAnalyst, which may go on in the next line where a word begins. */
const RoleName = ({ role }: { readonly role: Role }): ReactNode =>
  ROLE_NAMES[role].split(WORD_START).map((word, at) => (
    <Fragment key={word}>
      {at > 0 ? <wbr /> : null}
      {word}
    </Fragment>
  ));

/** What each role may do: the table by which the server checks each call. */
export const RoleMatrixPage = (): ReactNode => {
  const text = useText('people');
  const shell = useText('shell');
  const routes = useText('routes');
  const [{ find = '' }, update] = useAddress(address);
  const query = useRead(roleMatrixQuery);
  const download = useExportRoleMatrix();
  const wanted = find.trim().toLowerCase();
  const fits = (name: string): boolean => name.toLowerCase().includes(wanted);
  return (
    <ConsolePage
      title={routes('accessRoles.title')}
      tabs={<AccessTabs current="roles" />}
      fill
      commands={[
        {
          id: 'export',
          text: text('matrix.export'),
          icon: ArrowDownloadRegular,
          onSelect: download.isPending ? undefined : () => download.mutate(),
        },
      ]}
      strongFirst={false}
      commandsEnd={
        <SearchField
          label={text('matrix.find')}
          value={find}
          onChange={(value) => update({ find: value === '' ? undefined : value }, { replace: true })}
        />
      }
    >
      {download.isError ? <ErrorState compact error={download.error} /> : null}
      <QueryState query={query}>
        {({ edition, roles, rows }) => {
          const named = roles.filter((role) => fits(ROLE_NAMES[role]));
          const areas = rows.filter(({ capability }) => fits(shell(`capability.${capability}`)));
          // A text narrows the roles where it names some, else the areas.
          const columns = named.length > 0 ? named : roles;
          const lines = named.length > 0 && areas.length === 0 ? rows : areas;
          if (lines.length === 0) return <NoResult title={text('noneFits')} body={text('matrix.find')} />;
          return (
            <div className={styles.matrix} tabIndex={0} role="region" aria-label={text('matrix.title')}>
              <p className="soft">
                {text('matrix.hint', { edition })} {text('matrix.legend')}
              </p>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{text('matrix.area')}</th>
                    {columns.map((role) => (
                      <th key={role} scope="col">
                        <RoleName role={role} />
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {lines.map(({ capability, cells }) => (
                    <tr key={capability}>
                      <th scope="row">{shell(`capability.${capability}`)}</th>
                      {columns.map((role) => (
                        <Cell key={role} access={cells[roles.indexOf(role)] ?? null} />
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          );
        }}
      </QueryState>
    </ConsolePage>
  );
};
