import { useEnvironment } from '../../app/console-context.tsx';
import { useSession } from '../../app/session-context.tsx';

const tokenAddress = (metadata: string | null, authority: string): string => {
  const known: unknown =
    metadata === null ? undefined : (JSON.parse(metadata) as { token_endpoint?: unknown }).token_endpoint;
  return typeof known === 'string' ? known : `${authority.replace(/\/$/, '')}/oauth2/v2.0/token`;
};

/** Where events of this environment go, and where an application gets its token. */
export const useApi = (): { readonly endpoint: string; readonly tokenUrl: string; readonly resource: string } => {
  const { site } = useSession();
  const { kind } = useEnvironment();
  const resource = kind === 'Production' ? site.productionResourceUri : site.sandboxResourceUri;
  return {
    endpoint: location.origin,
    tokenUrl: tokenAddress(site.authorityMetadata, site.authority),
    resource,
  };
};
