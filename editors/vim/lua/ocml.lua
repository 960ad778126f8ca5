-- The language server of OpenChatML in Neovim 0.7 or newer.
local ocml = {}

--- Starts the server for each transcript that is opened. `vim.g.ocml_cmd`: the command, if `ocml` is not in the path.
function ocml.start()
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'ocml',
    callback = function(event)
      local config = {
        name = 'ocml',
        cmd = vim.g.ocml_cmd or { 'ocml', 'lsp' },
        root_dir = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(event.buf), ':p:h'),
        settings = { ocml = vim.g.ocml_settings or vim.empty_dict() },
      }
      if vim.lsp.start then
        vim.lsp.start(config, { bufnr = event.buf })
        return
      end
      -- Before 0.8, who starts a server has to find the one that is there.
      ocml.client = ocml.client or vim.lsp.start_client(config)
      vim.lsp.buf_attach_client(event.buf, ocml.client)
    end,
  })
end

return ocml
