/** One page with two words, as plain as a PDF can be. */
export const TINY_PDF: Uint8Array = new TextEncoder().encode(
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>endobj',
    '4 0 obj<</Length 41>>stream',
    'BT /F1 12 Tf 20 50 Td (papaya code) Tj ET',
    'endstream endobj',
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n'),
)

export const TINY_PDF_URL = `data:application/pdf;base64,${Buffer.from(TINY_PDF).toString('base64')}`
