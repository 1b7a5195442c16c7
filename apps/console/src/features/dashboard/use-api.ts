import { useEnvironment } from '../../app/console-context.tsx';
import { useSession } from '../../app/session-context.tsx';

/** Where events of this environment go, and where an application gets its token. */
export const useApi = (): { readonly endpoint: string; readonly tokenUrl: string; readonly resource: string } => {
  const { site, me } = useSession();
  const { kind } = useEnvironment();
  const resource = kind === 'Production' ? site.productionResourceUri : site.sandboxResourceUri;
  return {
    endpoint: location.origin,
    // Applications get their tokens here, wherever people sign in.
    tokenUrl: `${location.origin}/${me.tenant.id}/oauth2/v2.0/token`,
    resource,
  };
};
