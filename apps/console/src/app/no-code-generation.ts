import { z } from 'zod';

// The content security policy forbids making code from text; without this zod tries, and the browser reports it.
z.config({ jitless: true });
