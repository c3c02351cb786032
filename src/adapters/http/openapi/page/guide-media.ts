import { shellSample } from './code-sample.ts'
import type { Guide } from './guide.ts'
import { html } from './html.ts'

const linesOf = (baseUrl: string): string =>
  [
    '# Create a video and keep its id',
    `curl ${baseUrl}/v1/videos \\`,
    '  -H "Authorization: Bearer $GATEWAY_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    "  -d '{",
    '    "model": "sandbox/video",',
    '    "prompt": "A red boat at sea",',
    '    "seconds": "4"',
    "  }'",
    '',
    '# Ask until its status is completed',
    `curl ${baseUrl}/v1/videos/VIDEO_ID \\`,
    '  -H "Authorization: Bearer $GATEWAY_KEY"',
    '',
    '# Download it',
    `curl ${baseUrl}/v1/videos/VIDEO_ID/content \\`,
    '  -H "Authorization: Bearer $GATEWAY_KEY" -o boat.mp4',
  ].join('\n')

export const media = (baseUrl: string): Guide => ({
  id: 'media',
  title: 'Images, speech, recordings and video',
  body: html`<div class="text">
      <p>
        <b>Images</b> come as base64 (<code>b64_json</code>), or as an address that is valid for an hour with
        <code>"response_format": "url"</code>. To edit images, send them as files of a form to
        <a href="#editImages">images/edits</a>, or inside JSON as
        <code>{"type": "base64", "data": "…", "mime_type": "image/png"}</code> or
        <code>{"type": "url", "data": "https://…"}</code>.
      </p>
      <p>
        <b>Speech</b> is answered as the sound itself: <code>mp3</code>, <code>wav</code> or <code>pcm</code>. Voices:
        <code>alloy</code>, <code>coral</code>, <code>echo</code>, <code>nova</code>, <code>onyx</code>,
        <code>shimmer</code>, or a name of the provider’s own.
      </p>
      <p>
        <b>Recordings</b> of up to 25 MB go as the <code>file</code> of a form to
        <a href="#createTranscription">audio/transcriptions</a>, or to
        <a href="#createTranslation">audio/translations</a> for English. <code>response_format</code> is
        <code>json</code>, <code>text</code>, <code>srt</code>, <code>vtt</code> or <code>verbose_json</code>; with
        <code>stream</code> the words come as they are found. The length is read from the file before money is held: a
        file without a length is a 400.
      </p>
      <p>
        <b>Video</b> takes minutes, so it is a job: create it, ask for it every 5 to 10 seconds, download it. Only
        asking for the single video moves its status: <code>queued</code>, <code>in_progress</code>, then
        <code>completed</code> or <code>failed</code>. It is charged when it is completed. The file can be downloaded
        until <code>expires_at</code>, as often as you like.
      </p>
    </div>
    <div class="samples">
      <p class="caption">A video from request to file</p>
      ${shellSample(linesOf(baseUrl))}
    </div>`,
})
