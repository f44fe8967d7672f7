// Declares the messages for TypeScript, as every start of Vite does.
import { resolveConfig } from 'vite';

await resolveConfig({}, 'build');
