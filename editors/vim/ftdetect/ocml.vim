" Written by scripts/generate/editors.mjs from the facts of the languages; do not edit.
autocmd BufNewFile,BufRead *.ocml,*.openchatml,*.chatml,*.harmony,*.llama3,*.phi3 setfiletype ocml
