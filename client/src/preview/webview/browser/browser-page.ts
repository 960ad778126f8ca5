/** The page of the preview in a browser of its own, as `ocml preview` serves it. */
import './browser-host.ts';
import '../page.ts';
